import { clsx as cx } from 'clsx'
import type { User } from '../../../domain/user.ts'
import { previewUrl } from '../lib/picture.ts'

/** The profile image, or two letters of the username or of the wallet's first 6 characters. */
export function Avatar({
  user,
  className = 'size-9',
}: {
  user: Pick<User, 'username' | 'walletAddress' | 'profileImage'>
  className?: string
}) {
  const name = user.username || (user.walletAddress ?? '?').slice(0, 6)
  if (user.profileImage) {
    return (
      <img src={previewUrl(user.profileImage)} alt="" className={cx('rounded object-cover', className)} />
    )
  }
  return (
    <span
      aria-hidden="true"
      style={{ '--hue': hueOf(name) } as React.CSSProperties}
      className={cx(
        'grid shrink-0 place-items-center rounded bg-[light-dark(oklch(0.89_0.05_var(--hue)),oklch(0.38_0.05_var(--hue)))] font-bold text-[light-dark(oklch(0.34_0.06_var(--hue)),oklch(0.93_0.04_var(--hue)))]',
        className,
      )}
    >
      {name.replace(/^0x/, '').slice(0, 2).toUpperCase()}
    </span>
  )
}

/** A hue in degrees between terracotta and green, derived from the name. */
function hueOf(name: string): number {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973
  return 40 + (sum % 125)
}

/** A person as 'User #id', and the username if the account still exists. */
export function UserName({ id, name }: { id: string; name: string | null | undefined }) {
  return (
    <>
      <span title={id}>User #{id.slice(-6)}</span>
      {name && (
        <>
          {' '}
          <span className="inline-block max-w-full break-all font-medium text-ink">{name}</span>
        </>
      )}
    </>
  )
}

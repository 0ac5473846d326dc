import { clsx as cx } from 'clsx'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useConfig } from '../lib/config.ts'
import { shorten } from '../lib/format.ts'
import { ExternalLink } from './external-link.tsx'
import { toast } from './toast.ts'

interface CopyProps {
  value: string
  /** What the value is, for the label of the copy button: 'wallet address', 'transaction hash'. */
  what: string
  children: ReactNode
}

/** A monospace text that copies its value by a click. */
export function CopyButton({ value, what, children }: CopyProps) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => {
        setCopied(true)
        setTimeout(() => setCopied(false), 1500)
      },
      () =>
        toast({
          title: 'Not copied',
          description: `Your browser keeps the clipboard from this page. The ${what} is ${value}`,
          tone: 'bad',
        }),
    )
  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      title={value}
      onClick={() => void copy()}
      dir="auto"
      className="-mx-1 wrap-anywhere inline-flex min-h-6 min-w-0 items-center gap-1.5 rounded px-1 text-left font-mono text-[0.92em] hover:bg-sunk"
    >
      <span className="sr-only">{copied ? `Copied ${what}` : `Copy ${what}`} </span>
      {children}
      <Icon
        aria-hidden="true"
        className={cx('size-3.5 shrink-0', copied ? 'text-green-ink' : 'text-ink-3')}
      />
    </button>
  )
}

interface HashProps extends Omit<CopyProps, 'children'> {
  /** Page of the explorer; without an explorer there is no link. */
  page: 'address' | 'tx'
  className?: string | undefined
}

/** A long hex value: monospace, shortened, copied by a click, linked to the explorer if the site has one. */
function Hash({ value, what, page, className }: HashProps) {
  const { explorerUrl } = useConfig()
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <CopyButton value={value} what={what}>
        {shorten(value)}
      </CopyButton>
      {explorerUrl && (
        <ExternalLink
          href={`${explorerUrl.replace(/\/$/, '')}/${page}/${value}`}
          className="text-link text-sm"
        >
          Explorer<span className="sr-only"> for {shorten(value)}</span>
        </ExternalLink>
      )}
    </span>
  )
}

interface AddressProps {
  value: string
  what?: string
  className?: string | undefined
}

/** A wallet's address, or a contract's if `what` says so. */
export const Address = ({ what = 'wallet address', ...rest }: AddressProps) => (
  <Hash {...rest} what={what} page="address" />
)

export const WalletAddress = ({
  value,
  className,
}: {
  value: string | null | undefined
  className: string
}) =>
  value ? (
    <Address value={value} className={className} />
  ) : (
    <span className="text-ink-2 text-sm">Not connected</span>
  )

export const TransactionHash = ({ value }: { value: string }) => (
  <Hash value={value} what="transaction hash" page="tx" />
)

/** The last 6 characters of an id; the whole id is the title. */
export function ShortId({ id }: { id: string }) {
  return (
    <span title={id} className="font-mono text-[0.85em] text-ink-2">
      {id.slice(-6)}
    </span>
  )
}

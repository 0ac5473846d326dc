import { clsx as cx } from 'clsx'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger'
type Size = 'sm' | 'md' | 'lg'

const variants: Record<Variant, string> = {
  primary: 'border-transparent bg-green text-on-green hover:bg-green-hover aria-disabled:hover:bg-green',
  secondary: 'border-line-strong bg-card text-ink hover:border-ink hover:bg-sunk',
  quiet: 'border-transparent text-ink-2 hover:bg-sunk hover:text-ink',
  danger: 'border-red text-red hover:bg-red-soft',
}
const sizes: Record<Size, string> = {
  sm: 'min-h-9 px-3 text-sm gap-1.5',
  md: 'min-h-11 px-4 text-base gap-2',
  lg: 'min-h-13 px-6 text-lg gap-2.5',
}

/** The classes of a button, for links and other elements that look like a button. */
export function buttonClass(variant: Variant = 'primary', size: Size = 'md', className?: string): string {
  return cx(
    // In forced-colours mode only the border shows the button's shape.
    'inline-flex shrink-0 items-center justify-center rounded border text-center font-semibold transition-colors duration-150',
    'active:opacity-80 disabled:opacity-60 aria-disabled:opacity-60',
    variants[variant],
    sizes[size],
    className,
  )
}

export interface Look {
  variant?: Variant
  size?: Size
}

/**
 * A button. While `busy` is set, the button keeps its focus, ignores clicks and shows `busy` (such as 'Saving...').
 */
export function Button({
  variant = 'primary',
  size = 'md',
  busy,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look & { busy?: string | false | undefined }) {
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      aria-disabled={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? (
        <span role="status" className="inline-flex animate-pulse items-center gap-2">
          {busy}
        </span>
      ) : (
        children
      )}
    </button>
  )
}

export function ButtonLink({ variant = 'primary', size = 'md', className, ...rest }: LinkProps & Look) {
  return <Link className={buttonClass(variant, size, className?.toString())} {...rest} />
}

import { clsx as cx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { OfflineNote } from './page-states.tsx'
import { ToastPlace } from './toast-place.tsx'

interface DialogProps {
  onClose: () => void
  title: ReactNode
  /** One sentence under the title; without it `aria-describedby` is left out. */
  description?: ReactNode
  /** sm for a question, md for a form, lg (3xl) for reading and reviewing, xl (5xl) for two columns. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** The dialog's size depends only on the window, so that the buttons of its footer never move. */
  isFixed?: boolean
  /** Stays visible above the scrolling part. */
  toolbar?: ReactNode
  /** The buttons that stay visible under the scrolling part, and what stands above them. */
  footer?: ReactNode
  footerPanel?: ReactNode
  /** What gets the focus when the dialog opens: by default the first control after its header. */
  initialFocus?: 'content' | 'first' | 'submit'
  children?: ReactNode
}

const FooterPlace = createContext<HTMLElement | null>(null)

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-2xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-5xl' }
const control =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex="0"]'

/** A modal dialog: a scrolling panel, full screen on phones. Load it lazily, because it imports Radix. */
export function Dialog(props: DialogProps) {
  const {
    onClose,
    title,
    description,
    size = 'md',
    isFixed = false,
    toolbar,
    footer,
    footerPanel,
    children,
  } = props
  const [footerPlace, setFooterPlace] = useState<HTMLElement | null>(null)
  const opener = useRef<Element | null>(null)
  useLayoutEffect(lockScrolling, [])
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        {/* The same z-index as the panels, so that a second dialog shades the first. Radix's overlay would calculate the style of the whole page again. Radix takes pointer events from the body; without them a click would reach the page. */}
        <div className="pointer-events-auto fixed inset-0 z-50 animate-appear bg-shade" />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          tabIndex={-1}
          data-size={size}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement
            event.preventDefault()
            if (!(event.target instanceof HTMLElement)) return
            const { initialFocus = 'first' } = props
            const wanted = initialFocus === 'submit' ? '[type=submit]' : `:is(${control})`
            const controls = [...event.target.querySelectorAll<HTMLElement>(`header ~ * ${wanted}`)]
            const first = initialFocus !== 'content' && controls.find((each) => each.checkVisibility())
            ;(first || event.target).focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            restoreFocus(opener.current)
          }}
          className={cx(
            'fixed z-50 flex animate-rise flex-col overflow-hidden border-line bg-card shadow-float outline-none [--behind:var(--color-card)]',
            size === 'sm' ? 'inset-x-0 bottom-0 max-h-dvh rounded-t' : 'inset-0',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-4rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded sm:border',
            isFixed ? 'sm:h-[min(100dvh-1.5rem,50rem)]' : 'sm:max-h-[min(90dvh,56rem)]',
            widths[size],
          )}
        >
          <header className="flex items-start gap-4 border-line border-b px-5 py-4 sm:px-7 [@media(max-height:30rem)]:py-2">
            <div className="min-w-0 flex-1">
              <Radix.Title dir="auto" className={cx('wrap-anywhere text-xl', isFixed && 'line-clamp-2')}>
                {title}
              </Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-ink-2 text-sm">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded text-ink-2 hover:bg-sunk hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </header>
          <OfflineNote className="border-line border-b" />
          {toolbar}
          <FooterPlace value={footerPlace}>
            <Scrolling>{children}</Scrolling>
          </FooterPlace>
          {/* Above the fields of a sheet, because a toast in its flow would move them when it ends. */}
          <ToastPlace
            className={cx(size === 'sm' && 'max-sm:fixed max-sm:inset-x-0 max-sm:top-4 max-sm:z-10')}
          />
          {footer && <Footer panel={footerPanel}>{footer}</Footer>}
          <div ref={setFooterPlace} className="contents" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * The scrolling part. It can be focused only if it contains nothing focusable, so that the keyboard can always scroll it.
 */
function Scrolling({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const isReached = part.current?.querySelector(control)
    if (isReached) part.current?.removeAttribute('tabindex')
    else part.current?.setAttribute('tabindex', '0')
  })
  return (
    // Relative: otherwise a focused element that is positioned absolutely, such as a file input, scrolls the whole dialog.
    <div
      ref={part}
      className="relative min-h-0 flex-1 scroll-pb-24 overflow-y-auto overscroll-contain px-5 py-5 sm:px-7 sm:py-6 [@media(max-height:30rem)]:py-3"
    >
      {children}
    </div>
  )
}

let locks = 0

/** Keeps the page behind open dialogs from scrolling. A scrollbar that disappears leaves its width empty. */
function lockScrolling() {
  const { body, documentElement: root } = document
  if (locks++ === 0) {
    const scrollbar = innerWidth - root.clientWidth
    if (scrollbar > 0) body.style.marginRight = `${scrollbar}px`
    root.style.overflow = 'hidden'
  }
  return () => {
    if (--locks > 0) return
    body.style.marginRight = ''
    root.style.overflow = ''
  }
}

/** Returns the focus to the element that had it, or to the page's content if that element is gone. */
function restoreFocus(opener: Element | null) {
  if (opener instanceof HTMLElement && opener !== document.body) opener.focus({ preventScroll: true })
  if (document.activeElement !== opener || opener === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

interface FooterProps {
  /** What stands above the buttons. In a low window it scrolls, so that the buttons stay whole and in view. */
  panel?: ReactNode
  children: ReactNode
}

function Footer({ panel, children }: FooterProps) {
  const border = 'border-line border-t'
  return (
    <footer className="contents">
      {panel && (
        <div
          className={cx(
            'relative min-h-0 shrink-[0.01] overflow-y-auto px-5 pt-3 empty:hidden sm:px-7',
            border,
          )}
        >
          {panel}
        </div>
      )}
      <div
        className={cx(
          'flex shrink-0 flex-wrap items-center justify-end gap-3 px-5 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-7 [@media(max-height:30rem)]:py-2',
          !panel && border,
        )}
      >
        {children}
      </div>
    </footer>
  )
}

/** Renders the footer of the surrounding dialog from a component deep inside the dialog's content. */
export function DialogFooter(props: FooterProps) {
  const place = use(FooterPlace)
  return place && createPortal(<Footer {...props} />, place)
}

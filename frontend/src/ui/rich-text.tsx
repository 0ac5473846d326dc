import { clsx as cx } from 'clsx'
import { linkify } from '../lib/linkify.ts'

/** Text written by a user: keeps line breaks and links URLs in a new tab. Nothing else in it is interpreted. */
export function RichText({ text, className }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={cx('whitespace-pre-line wrap-anywhere', className)}>
      {linkify(text).map((part) =>
        part.kind === 'link' ? (
          <a
            key={part.at}
            href={part.value}
            target="_blank"
            rel="noopener noreferrer"
            className="text-green-ink underline underline-offset-4 hover:decoration-2"
          >
            {part.value}
          </a>
        ) : (
          part.value
        ),
      )}
    </p>
  )
}

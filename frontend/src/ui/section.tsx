import type { ReactNode } from 'react'

interface Props {
  /** The id of the heading, which names the section for assistive technology. */
  id: string
  title: string
  titleClass: string
  className?: string
  children: ReactNode
}

/** A part of a page under a heading. */
export const Section = ({ id, title, titleClass, className, children }: Props) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id} className={titleClass}>
      {title}
    </h2>
    {children}
  </section>
)

/** What a use case answers when the body alone does not say it all. */
export class Answer<T> {
  readonly body: T
  readonly status: number
  /** A session to start (its token and lifetime in seconds) or, with null, to end. */
  readonly session: { token: string; lifetime: number } | null | undefined
  /** Cursor of the list's next page, sent as a `Link` header (RFC 8288). */
  readonly next: string | undefined
  /** Where a redirect leads. */
  readonly location: string | undefined

  constructor(
    body: T,
    more: {
      status?: number
      session?: { token: string; lifetime: number } | null
      next?: string | undefined
      location?: string
    } = {},
  ) {
    this.body = body
    this.status = more.status ?? 200
    this.session = more.session
    this.next = more.next
    this.location = more.location
  }
}

/** A part of a text; `at` is its index in the text. The `value` of a link is a URL whose host is in ASCII. */
export interface Part {
  kind: 'text' | 'link'
  value: string
  at: number
}

const address = /https?:\/\/[^\s<>"'`]+/gi

/**
 * Splits a text into plain parts and http(s) URLs, in linear time. Punctuation after a URL is not part of the URL. A URL
 * that hides where it leads stays plain text.
 */
export function linkify(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const written = trimTail(match[0])
    const value = asciiUrl(written)
    if (!value) continue
    if (match.index > end) parts.push({ kind: 'text', value: text.slice(end, match.index), at: end })
    parts.push({ kind: 'link', value, at: match.index })
    end = match.index + written.length
  }
  if (end < text.length) parts.push({ kind: 'text', value: text.slice(end), at: end })
  return parts
}

/** The longest host and port; converting a longer host to ASCII would take quadratic time. */
const longestAuthority = 260

/**
 * The URL with its host as browsers resolve it, in ASCII, so that letters of other alphabets cannot imitate another host. Null
 * for a URL that contains a user name or password, because they can imitate a host too, and for what is no http(s) URL.
 */
export function asciiUrl(value: string): string | null {
  const [authority = ''] = /^https?:\/\/[^/?#\\]*/i.exec(value) ?? []
  if (!authority || authority.length > longestAuthority || !URL.canParse(value)) return null
  const { host, password, protocol, username } = new URL(value)
  if (username || password || authority.includes('@')) return null
  const shown = `${protocol}//${host}`
  return authority.toLowerCase() === shown ? value : shown + value.slice(authority.length)
}

function trimTail(value: string): string {
  let unopened = value.split(')').length - value.split('(').length
  let end = value.length
  for (; end > 0; end--) {
    const last = value[end - 1] ?? ''
    if (last === ')' ? unopened-- <= 0 : !/[.,;:!?*_~\]}]/.test(last)) break
  }
  return value.slice(0, end)
}

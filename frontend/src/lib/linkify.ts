/** A part of a text; `at` is its index in the text. */
export interface Part {
  kind: 'text' | 'link'
  value: string
  at: number
}

const address = /https?:\/\/[^\s<>"'`]+/gi

/** Splits a text into plain parts and http(s) URLs. Punctuation after a URL is not part of the URL. */
export function linkify(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const value = trimTail(match[0])
    if (!URL.canParse(value)) continue
    if (match.index > end) parts.push({ kind: 'text', value: text.slice(end, match.index), at: end })
    parts.push({ kind: 'link', value, at: match.index })
    end = match.index + value.length
  }
  if (end < text.length) parts.push({ kind: 'text', value: text.slice(end), at: end })
  return parts
}

function trimTail(value: string): string {
  let result = value
  for (;;) {
    const last = result.at(-1) ?? ''
    const unopened = last === ')' && result.split(')').length > result.split('(').length
    if (!/[.,;:!?*_~\]}]/.test(last) && !unopened) return result
    result = result.slice(0, -1)
  }
}

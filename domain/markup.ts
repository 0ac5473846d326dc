/** What XML 1.0 forbids, and bidirectional control characters, which could show the text around them in another order. */
const unsafe = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\p{Bidi_Control}/gu

/** A text without characters that HTML, XML or JSON feeds should not contain. */
export const cleanText = (text: string): string => text.replace(unsafe, '')

/** A text as content or as a quoted attribute of HTML and XML. */
export const escapeMarkup = (text: string): string =>
  cleanText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** JSON as content of a script element of HTML, which it cannot end. */
export const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value, (_, one) => (typeof one === 'string' ? cleanText(one) : one)).replaceAll(
    '<',
    '\\u003c',
  )

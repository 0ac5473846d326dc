/** Characters of the scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Neighbouring letters and digits, of one of these scripts or of none of them. */
const run = new RegExp(`${unspaced.source}+|(?:(?!${unspaced.source})[\\p{L}\\p{N}])+`, 'gu')

/** Words that nearly every English text has. A search ignores them. */
const ignored = new Set(
  'an and are as at be by for from in is it of on or that the this to with you your'.split(' '),
)

/**
 * The words of a text by which it is found, each once, in their order: without case and accents, of two or more letters or
 * digits. A text of a script without spaces gives each pair of neighbouring characters, and its last character alone.
 */
export function searchWords(text: string): string[] {
  const lower = text.normalize('NFKD').toLowerCase() // which can add accents
  const folded = lower.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC')
  return [...new Set(folded.match(run)?.flatMap(wordsOfRun))]
}

function wordsOfRun(letters: string): string[] {
  const characters = [...letters]
  if (!unspaced.test(letters))
    return characters.length > 1 && !ignored.has(letters) ? [characters.slice(0, longest).join('')] : []
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

/** Characters of a word that count. */
const longest = 40

/** Whether a word is of a script without spaces between words. */
export const isUnspaced = (word: string): boolean => unspaced.test(word)

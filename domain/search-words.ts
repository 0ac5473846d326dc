/** Characters of the scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Words that nearly every English text has. A search ignores them. */
const ignored = new Set(
  'an and are as at be by for from in is it of on or that the this to with you your'.split(' '),
)

/**
 * The words of a text by which it is found, each once, in their order: without case and accents, of two or more letters or
 * digits. A text of a script without spaces gives each pair of neighbouring characters, and its last character alone.
 */
export function searchWords(text: string): string[] {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC').toLowerCase()
  const runs = folded.match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(runs.flatMap(wordsOfRun))]
}

/** The words of letters and digits between two other characters. */
function wordsOfRun(run: string): string[] {
  const characters = [...run]
  if (!unspaced.test(run))
    return characters.length > 1 && !ignored.has(run) ? [characters.slice(0, longest).join('')] : []
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

/** Characters of a word that count. */
const longest = 40

/** Whether words that begin with this text are found with it. The last character of a search may begin a pair. */
export const isUnspaced = (word: string): boolean => unspaced.test(word)

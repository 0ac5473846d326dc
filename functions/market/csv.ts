export type CsvRecord = Record<string, string | number | null | undefined>

const formula = /[=+\-@＝＋－＠]/
const blank = /[\s\p{Cc}]/u
const separator = /[;,\t\r\n]/

/**
 * A text whose formulas a spreadsheet shows instead of computing them (OWASP, CSV Injection): a single quote stands before a
 * formula that begins the text, or that follows a separator of a spreadsheet, each with blanks between. Reads from the end, so
 * that its time grows with the length of the text only.
 */
function withoutFormulas(text: string): string {
  const parts: string[] = []
  let isFormula = false
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text.charAt(at)
    // A blank at the beginning gets its quote below.
    if (isFormula && separator.test(char) && (at > 0 || char === ';' || char === ',')) parts.push("'")
    parts.push(char)
    if (formula.test(char)) isFormula = true
    else if (!blank.test(char)) isFormula = false
  }
  if (isFormula || /^[\t\r\n]/.test(text)) parts.push("'")
  return parts.reverse().join('')
}

function cell(value: CsvRecord[string]): string {
  if (typeof value === 'number') return String(value)
  return `"${withoutFormulas(value ?? '').replaceAll('"', '""')}"`
}

const line = (cells: CsvRecord[string][]) => `${cells.map(cell).join(',')}\r\n`

/** The first line of a CSV file (RFC 4180), after a byte order mark, which tells spreadsheets that it is UTF-8. */
export const csvHeader = (columns: readonly string[]): string => `\uFEFF${line([...columns])}`

/** The records as lines of a CSV file. Each has the same fields, in the order of the columns. */
export const csvLines = (records: CsvRecord[]): string =>
  records.map((record) => line(Object.values(record))).join('')

import { saveFile } from './save-file.ts'

export type CsvRecord = Record<string, string | number | null | undefined>

/**
 * A cell that begins with one of these characters is a formula to a spreadsheet (OWASP, CSV Injection). A spreadsheet whose list
 * separator is a semicolon begins a cell after each separator, tab or line break of the text.
 */
const formula = /(^|[;,\t\r\n])(?=[\s\p{Cc}]*[=+\-@＝＋－＠])|^(?=[\t\r\n])/gu

/** A text as a cell. A single quote before a formula makes the spreadsheet show it instead of computing it. */
function cell(value: CsvRecord[string]): string {
  if (typeof value === 'number') return String(value)
  return `"${(value ?? '').replace(formula, "$1'").replaceAll('"', '""')}"`
}

/** The records as CSV (RFC 4180), with the field names as the first line. */
export const toCsv = (records: CsvRecord[]): string =>
  [Object.keys(records[0] ?? {}), ...records.map((record) => Object.values(record))]
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')

/** Saves the records as a file. The byte order mark tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, records: CsvRecord[]): void =>
  saveFile(`${name}.csv`, 'text/csv', `\uFEFF${toCsv(records)}`)

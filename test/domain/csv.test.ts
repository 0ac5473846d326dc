import { csvHeader, csvLines } from '../../functions/market/csv.ts'

test('The first line of a CSV file has a byte order mark and the quoted names of the columns', () => {
  expect(csvHeader(['Task', 'CENTS'])).toBe('\uFEFF"Task","CENTS"\r\n')
})

test('A CSV cell keeps quotes and line breaks, and a text that would be a formula begins with a single quote', () => {
  expect(csvLines([{ b: 'say "hi",\n', c: 5, d: null, e: 'x=' }])).toBe('"say ""hi"",\n",5,"","x="\r\n')
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =1', '＝1', '\n'])
    expect(csvLines([{ a: text }])).toBe(`"'${text}"\r\n`)
  expect(csvLines([{ a: 'ok;=A1\n+1' }])).toBe(`"ok;'=A1\n'+1"\r\n`)
  expect(csvLines([{ a: ';=1' }])).toBe(`";'=1"\r\n`)
  for (const text of ['a=1', 'a, b', 'a\tb', '1;2', 'a = b', ''])
    expect(csvLines([{ a: text }])).toBe(`"${text}"\r\n`)
})

test('A CSV of 180 cells with 5,000 tabs each is written within the time of a test', () => {
  const texts = Array.from({ length: 180 }, () => ({ text: '\t'.repeat(5000) }))
  // With the time of a scan for each tab this would take 17 s.
  expect(csvLines(texts)).toHaveLength(180 * 5005)
})

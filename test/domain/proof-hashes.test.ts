import { proofHashes } from '../../functions/market/proof-hashes.ts'

const link = (proofLink: string) => proofHashes({ proofLink, proofText: null })
const text = (proofText: string) => proofHashes({ proofLink: null, proofText })

test.each([
  ['http://A.example:80/x/../one//?utm_source=mail&b=2&a=1&mc_cid=7#top', true],
  ...['fbclid', 'gclid', 'dclid', 'msclkid', 'igshid', 'igsh', 'mc_eid', 'yclid', 'twclid', 'TTCLID'].map(
    (name) => [`https://a.example/one?a=1&${name}=x&b=2`, true] as const,
  ),
  ['https://a.example/one?a=1&b=3', false],
  ['https://a.example/one?a=1&b=2&my_utm_source=x', false],
  ['https://a.example/one?a=1&b=2&fbclid2=x', false],
  ['https://a.example/on/e?a=1&b=2', false],
  ['https://b.example/one?a=1&b=2', false],
] as const)('The link %s counts as equal: %s', (other, isEqual) => {
  expect(link(other)[0] === link('https://a.example/one?a=1&b=2')[0]).toBe(isEqual)
})

test('Texts from 80 characters on are equal if their letters and digits look alike', () => {
  const words = `A Tram 7! ${'b'.repeat(70)}`
  const short = 'b'.repeat(79)
  expect([text(short), text(` ${short} `), text(words).length]).toEqual([[], [], 1])
  for (const other of [`  a  TRAM 7 -- ${words.slice(10)}`, `\uff41 tr\u0430m\u2026 7 ${words.slice(10)}`])
    expect(text(other)).toEqual(text(words))
  expect(text(words.replace('7', '8'))).not.toEqual(text(words))
})

test('A proof has the hashes of its link, its text and its picture', () => {
  const proofText = 'a'.repeat(80)
  const all = proofHashes({ proofLink: 'https://a.example', proofText }, 'look')
  expect(all).toEqual([...link('https://a.example'), ...text(proofText), 'look'])
  expect(new Set(all).size).toBe(3)
  expect(proofHashes({ proofLink: null, proofText: null })).toEqual([])
})

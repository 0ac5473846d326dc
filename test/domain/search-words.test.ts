import { isUnspaced, searchWords } from '../../domain/search-words.ts'

test.each([
  ['Count the benches, BENCHES!', ['count', 'benches']],
  ['Café São-Paulo', ['cafe', 'sao', 'paulo']],
  ['a b2 — 10 €', ['b2', '10']],
  ['東京の公園 walk', ['東京', '京の', 'の公', '公園', '園', 'walk']],
  ['東京tower', ['東京', '京', 'tower']],
  ['İSTANBUL ℡', ['istanbul', 'tel']],
  ['Where is the bench?', ['where', 'bench']],
  ['x'.repeat(41), ['x'.repeat(40)]],
  ['', []],
])('The search words of %j are %j', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})

test('Only words of scripts without spaces between words are unspaced', () => {
  expect(['東京', 'ไทย', 'walk', 'שלום'].map(isUnspaced)).toEqual([true, true, false, false])
})

import { cleanText, escapeMarkup, jsonInHtml } from '../../domain/markup.ts'

test('Markup has no character that ends its element or attribute, and none that XML forbids', () => {
  expect(escapeMarkup(`<a href="x">Q&A's</a>`)).toBe('&#60;a href=&#34;x&#34;&#62;Q&#38;A&#39;s&#60;/a&#62;')
  expect(cleanText('a\0b\t\u202Ec\ud800d 😀')).toBe('ab\tcd 😀')
  expect(jsonInHtml({ text: '</script>\u202E', count: 1 })).toBe('{"text":"\\u003c/script>","count":1}')
})

import fs from 'node:fs'
import path from 'node:path'
import { brand } from '../../domain/brand.ts'
import { files, root } from './repository-files.ts'

/** Files that may contain the product's name: its constant, and files for people or npm that no code can fill in. */
const mayNameTheProduct = [
  /^domain\/brand\.ts$/,
  /^(README|CHANGELOG)\.md$/,
  /^LICENSE$/,
  /^docs\//,
  /^package(-lock)?\.json$/,
]

const texts = files()
  .map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }))
  .filter(({ text }) => !text.includes('\0'))

test('Only domain/brand.ts, documents and package.json contain the name of the product', () => {
  const named = texts.filter(
    ({ file, text }) => text.toLowerCase().includes(brand.toLowerCase()) && !may(file),
  )
  expect(
    named.map(({ file }) => `${file} contains the name of the product: import it from domain/brand.ts.`),
  ).toEqual([])
})

test('No file contains a path of the machine on which it was written, or the host of a package registry', () => {
  const ownPaths = /(?<![\w.$}])\/(?:work|home|root|Users|tmp)\/[\w.]|[A-Z]:\\Users\\|https?:\/\/registry\./
  const found = texts.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        ownPaths.test(line) ? [`${file}:${index + 1} contains a path of a machine or a registry host.`] : [],
      ),
  )
  expect(found).toEqual([])
})

const may = (file: string) => mayNameTheProduct.some((pattern) => pattern.test(file))

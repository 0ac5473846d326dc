import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { brand } from '../../domain/brand.ts'
import { files, root } from './repository-files.ts'

/** Where the product's name may stand beside its own constant: what people or npm read, and no code can fill in. */
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

test('the product is named in one place', () => {
  const named = texts.filter(
    ({ file, text }) => text.toLowerCase().includes(brand.toLowerCase()) && !may(file),
  )
  expect(named.map(({ file }) => `${file} names the product: take the name from domain/brand.ts.`)).toEqual(
    [],
  )
})

test('no file knows the machine it was written on', () => {
  const ownPaths = /(?<![\w.$}])\/(?:work|home|root|Users|tmp)\/[\w.]|[A-Z]:\\Users\\|https?:\/\/registry\./
  const found = texts.flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        ownPaths.test(line) ? [`${file}:${index + 1} names a path of a machine.`] : [],
      ),
  )
  expect(found).toEqual([])
})

const may = (file: string) => mayNameTheProduct.some((pattern) => pattern.test(file))

import { expect, test } from 'vitest'
import { upload as limits } from '../../domain/limits.ts'
import { checkFile, fileTexts } from '../../frontend/src/features/submissions/proof-upload.ts'

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)
const file = (bytes: Uint8Array<ArrayBuffer>, type: string) => new Blob([bytes], { type })

test('A picture is uploaded as what its bytes are, whatever its name made of it', async () => {
  expect(await checkFile(file(png, 'image/png'))).toEqual({ type: 'image/png' })
  expect(await checkFile(file(png, 'image/jpeg'))).toEqual({ type: 'image/png' })
})

test('What is no picture, by its type or by its bytes, is refused', async () => {
  expect(await checkFile(file(png, 'application/pdf'))).toEqual({ problem: fileTexts.wrongType })
  expect(await checkFile(file(png.slice(0, 40), 'image/png'))).toEqual({ problem: fileTexts.wrongType })
  expect(await checkFile(file(new Uint8Array(), 'image/gif'))).toEqual({ problem: fileTexts.wrongType })
})

test('2 MB are allowed and one byte more is not', async () => {
  const sized = (bytes: number) => checkFile(file(new Uint8Array(bytes), 'image/png'))
  expect(await sized(limits.maxBytes + 1)).toEqual({ problem: fileTexts.tooLarge })
  expect(await sized(limits.maxBytes)).toEqual({ problem: fileTexts.wrongType })
})

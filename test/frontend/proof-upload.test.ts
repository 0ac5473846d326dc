import { upload as limits } from '../../domain/limits.ts'
import { uploadTexts } from '../../domain/upload-texts.ts'
import { checkFile } from '../../frontend/src/features/submissions/proof-upload.ts'

const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
)
const file = (bytes: Uint8Array<ArrayBuffer>, type: string) => new Blob([bytes], { type })

test('The type of a proof picture is determined by its bytes, not by its declared type', async () => {
  expect(await checkFile(file(png, 'image/png'))).toEqual({ type: 'image/png' })
  expect(await checkFile(file(png, 'image/jpeg'))).toEqual({ type: 'image/png' })
})

test('A proof file is refused if its declared type or its bytes are not a picture', async () => {
  expect(await checkFile(file(png, 'application/pdf'))).toEqual({ problem: uploadTexts.wrongType })
  expect(await checkFile(file(png.slice(1), 'image/png'))).toEqual({ problem: uploadTexts.wrongType })
  expect(await checkFile(file(new Uint8Array(), 'image/gif'))).toEqual({ problem: uploadTexts.wrongType })
})

test('A proof file of one byte more than 2 MB is too large; a file of 2 MB is not', async () => {
  const sized = (bytes: number) => checkFile(file(new Uint8Array(bytes), 'image/png'))
  expect(await sized(limits.maxBytes + 1)).toEqual({ problem: uploadTexts.tooLarge })
  expect(await sized(limits.maxBytes)).toEqual({ problem: uploadTexts.wrongType })
})

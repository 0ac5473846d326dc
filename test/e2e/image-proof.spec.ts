import sharp from 'sharp'
import { expect, signIn, test, toastOf } from './fixtures.ts'
import { picture } from './png-image.ts'
import { screenshot } from './screenshots.ts'
import { newDoer, newImageSubmission, newTask, pictureInput } from './task-fixtures.ts'

test('An image proof is previewed, uploaded, shown to the reviewer at most 450 px high, and enlarged by a click', async ({
  site,
}) => {
  const poster = await site.newVisitor('Paula with a picture task')
  const doer = await site.newVisitor('Dora with a camera')
  const task = await newTask(poster.person, `Photograph a bench ${Date.now()}`, 'file')
  await signIn(doer.page, `/tasks?id=${task.id}`)
  const dialog = doer.page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Submit proof' })

  await submit.click()
  await expect(dialog.getByRole('alert')).toHaveText('Missing file: Please upload a file as proof')
  await pictureInput(doer.page).setInputFiles({ name: 'bench.png', mimeType: 'image/png', buffer: picture })
  await expect(toastOf(doer.page)).toContainText('File uploaded')
  await expect(dialog.getByRole('img', { name: 'The chosen file' })).toBeVisible()
  await dialog.getByLabel('Notes for the reviewer').fill('The one by the pond.')
  await submit.click()
  await expect(toastOf(doer.page)).toContainText('Your submission has been sent for review.')
  await expect(dialog).toContainText('Your submission is pending review.')

  const { submission } = await doer.person.call('GET /api/tasks/{id}/user-submission', { id: task.id })
  await signIn(poster.page, `/dashboard?review=${submission?.id}`)
  const proof = poster.page.getByRole('dialog').getByRole('img', { name: /as proof/ })
  await expect(proof).toBeVisible()
  await expect(proof).toHaveJSProperty('naturalWidth', 640)
  await screenshot(poster.page, 'review of a picture')
  expect((await proof.boundingBox())?.height).toBeLessThanOrEqual(450)
  await poster.page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(proof).toHaveJSProperty('naturalWidth', 1200)
  expect((await proof.boundingBox())?.width).toBeGreaterThanOrEqual(1200)
  await screenshot(poster.page, 'review of an enlarged picture')
  await poster.page.getByRole('button', { name: 'Zoom out' }).click()
  expect((await proof.boundingBox())?.height).toBeLessThanOrEqual(450)
})

test('An image can be dropped onto the proof form and replaced before it is submitted', async ({ site }) => {
  const { dialog, page, saved, submit } = await newDoer(site, 'Dirk who drags', 'mixed')
  await dialog.getByRole('tab', { name: 'Text Description' }).click()
  await dialog.getByLabel('Your proof').fill('This is not sent.')
  await dialog.getByRole('tab', { name: 'File Upload' }).click()

  const files = await page.evaluateHandle(`
    const transfer = new DataTransfer()
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (letter) => letter.charCodeAt(0))
    transfer.items.add(new File([bytes], 'dragged.png', { type: 'image/png' }))
    transfer
  `)
  await dialog.getByText('or drag it here').dispatchEvent('drop', { dataTransfer: files })
  await expect(dialog).toContainText('dragged.png')
  await expect(toastOf(page)).toContainText('File uploaded')
  await pictureInput(page).setInputFiles({ name: 'better.png', mimeType: 'image/png', buffer: picture })
  await expect(dialog).toContainText('better.png')
  await expect(dialog).toContainText('KB, uploaded')

  await dialog.getByRole('tab', { name: 'Link' }).click()
  await dialog.getByRole('tab', { name: 'File Upload' }).click()
  await expect(dialog).toContainText('better.png')
  await submit.click()
  await expect(dialog).toContainText('Your submission is pending review.')
  expect(await saved()).toMatchObject({ proofText: null, proofFileUrl: expect.stringMatching(/\.png$/) })
})

test('A photograph of over 5 MB is submitted although Submit is pressed at once, and its doer sees it afterwards', async ({
  site,
}) => {
  const { dialog, page, saved, submit } = await newDoer(site, 'Pia with a phone', 'file')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const photo = sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'gray', noise } })
  const buffer = await photo.jpeg({ quality: 75 }).toBuffer()
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024)
  await pictureInput(page).setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await submit.click()
  await expect(dialog.getByRole('status').filter({ hasText: 'Shrinking the picture…' })).toBeVisible()
  await dialog.getByLabel('Notes for the reviewer').fill('Written while the picture is sent.')
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog).toContainText('Your submission is pending review.')
  expect(await saved()).toMatchObject({ notes: 'Written while the picture is sent.' })
  await expect(dialog.getByRole('img', { name: 'Your proof' })).toHaveJSProperty('complete', true)
  await screenshot(page, 'an own picture as proof')
  await page.goto('/dashboard?tab=submissions')
  const proof = page.getByRole('main').getByRole('img', { name: 'Your proof' })
  await expect(proof).toHaveJSProperty('naturalWidth', 640)
  await screenshot(page, 'an own picture on the dashboard')
})

test('A file that is no image is refused and stays named, and a turned picture of 48 megapixels is made small enough, upright, and submitted', async ({
  site,
}) => {
  const { dialog, page, saved, submit } = await newDoer(site, 'Phil with a large phone', 'file')
  const script = {
    name: 'bench.html',
    mimeType: 'text/html',
    buffer: Buffer.from('<script>alert(1)</script>'),
  }
  await pictureInput(page).setInputFiles(script)
  await expect(dialog.getByRole('alert')).toHaveText(
    'Invalid file type: Please upload an image file (JPEG, PNG, GIF).',
  )
  await expect(dialog).toContainText('bench.html')
  const half = { width: 4000, height: 6000, channels: 3 as const }
  const red = { input: { create: { ...half, background: 'red' } }, gravity: 'west' }
  const photo = sharp({ create: { ...half, width: 8000, background: 'blue' }, limitInputPixels: false })
    .composite([red])
    .withMetadata({ orientation: 6 })
  // The bytes after the picture stand for the video of a Motion Photo.
  const buffer = Buffer.concat([await photo.jpeg().toBuffer(), Buffer.alloc(2 * 1024 * 1024)])
  await pictureInput(page).setInputFiles({ name: 'bench.jpeg', mimeType: 'image/jpeg', buffer })
  await submit.click()
  await expect(dialog).toContainText('Your submission is pending review.')
  await expect(dialog.getByRole('img', { name: 'Your proof' })).toBeVisible()

  const stored = await page.request.get((await saved())?.proofFileUrl ?? '')
  const { data, info } = await sharp(await stored.body())
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info.height / info.width).toBeCloseTo(8000 / 6000)
  expect(info.width * info.height).toBeLessThanOrEqual(40_000_000)
  expect([data[0], data[2]]).toEqual([expect.closeTo(255, -1), expect.closeTo(0, -1)]) // red above
  expect([data.at(-3), data.at(-1)]).toEqual([expect.closeTo(0, -1), expect.closeTo(255, -1)]) // blue below
})

test('An upload is shown and can be cancelled, and a failed upload succeeds after Try again', async ({
  site,
}) => {
  const { dialog, page } = await newDoer(site, 'Uwe who uploads', 'file')
  const bench = { name: 'bench.png', mimeType: 'image/png', buffer: picture }
  await page.setViewportSize({ width: 390, height: 844 })
  await pictureInput(page).focus()
  await expect(dialog.getByRole('button', { name: 'Close' }), 'The header stays in view').toBeInViewport()
  await page.route('**/incoming/**', () => {})
  await pictureInput(page).setInputFiles(bench)
  await expect(dialog).toContainText(/Uploading \d+ KB…/)
  await expect(dialog.getByRole('img', { name: 'The chosen file' })).toBeVisible()
  await screenshot(page, 'uploading')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toContainText('Choose a picture')

  await page.route('**/incoming/**', (route) => route.abort())
  await pictureInput(page).setInputFiles(bench)
  await expect(dialog.getByRole('alert')).toContainText('Upload failed: ')
  await page.unroute('**/incoming/**')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(toastOf(page)).toContainText('File uploaded')
  await expect(dialog).toContainText('KB, uploaded')
})

test('Reload Image shows a proof image that failed to load, also after the submission was rejected', async ({
  site,
}) => {
  const poster = await site.newVisitor('Rob with a broken picture')
  const doer = await site.newApiUser()
  const { submission, fileUrl } = await newImageSubmission(
    poster.person,
    doer,
    `Reload a bench ${Date.now()}`,
  )

  await signIn(poster.page)
  await poster.page.route('**/api/files/**', (route) => route.abort())
  const checked = poster.page.waitForRequest((request) =>
    request.url().includes(`/api/check-file?path=${encodeURIComponent(fileUrl)}`),
  )
  await poster.page.goto(`/dashboard?review=${submission.id}`)
  const review = poster.page.getByRole('dialog')
  await checked
  await expect(review).toContainText('The file is there, so loading it again may help.')
  await screenshot(poster.page, 'broken picture')
  await poster.page.unroute('**/api/files/**')
  await review.getByRole('button', { name: 'Reload Image' }).click()
  const proof = review.getByRole('img', { name: /as proof/ })
  await expect(proof).toHaveJSProperty('naturalWidth', 640)

  await poster.person.call('PATCH /api/submissions/{id}', {
    id: submission.id,
    status: 'rejected',
    feedback: 'This is a table.',
  })
  await poster.page.reload()
  await expect(review).toContainText('This is a table.')
  await expect(proof).toBeVisible()
})

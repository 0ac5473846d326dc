/** Why a picture is refused, for the API and the browser (docs/product.md, Pictures). */
export const uploadTexts = {
  wrongType: 'Invalid file type: Please upload an image file (JPEG, PNG, GIF).',
  tooLarge: 'File too large: File size should be less than 2MB.',
  tooManyPixels: 'Picture too large: Please shrink it to at most 40 megapixels and upload it again.',
  tooLong: 'Picture too large: Please shrink it to at most 16,384 pixels on each side and upload it again.',
  tooManyRows: 'Picture too large: Please upload it with fewer frames or shrink it.',
} as const

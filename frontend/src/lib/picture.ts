/** The URL of a stored picture with at most 640 pixels on each side. URLs of other pictures stay as they are. */
export const previewUrl = (url: string): string =>
  url.startsWith('/api/files/') ? `${url}?size=preview` : url

export interface Sending {
  /** From 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Uploads a file to a presigned URL. Uses XMLHttpRequest, because fetch does not report upload progress.
 * @throws Error with the reason
 */
export function putFile(
  url: string,
  headers: Record<string, string>,
  file: Blob,
  { onProgress, signal }: Sending,
) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (reason: string) => reject(new Error(reason))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve()
        : fail(request.statusText || String(request.status))
    request.onerror = () => fail('The connection was lost.')
    request.onabort = () => fail('It was stopped.')
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (signal.aborted) fail('It was stopped.')
    else request.send(file)
  })
}

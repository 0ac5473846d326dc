// CloudFront runs this for every request of the site, before it reads a file. A path of the single-page app gets index.html.
// A path that looks like a file stays, so that a missing file is a 404. API requests have another behaviour and do not run this.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request
  const name = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  const isFile = name.includes('.') || request.uri.startsWith('/assets/')
  if (!isFile) request.uri = '/index.html'
  return request
}

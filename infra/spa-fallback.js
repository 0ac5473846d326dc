// CloudFront runs this before it looks for a file of the site. Addresses of the single-page app are no files: they get its
// page. What looks like a file stays what it is, so that one that is missing is a 404 and not a page. The API has a
// behaviour of its own and never comes here.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request
  const last = request.uri.slice(request.uri.lastIndexOf('/') + 1)
  const isFile = last.includes('.') || request.uri.startsWith('/assets/')
  if (!isFile) request.uri = '/index.html'
  return request
}

// CloudFront runs this for every request of the site, before it reads a file. A prerendered path (frontend/prerender.ts) gets
// its own HTML, any other path of the single-page app gets app.html. A path that looks like a file stays, so that a missing
// file is a 404. API requests have another behaviour and do not run this.
const prerendered = ['/tasks', '/leaderboard', '/about', '/dashboard', '/approvals', '/admin', '/profile']

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name.
function handler(event) {
  const request = event.request
  const path = request.uri
  const isFile = path.slice(path.lastIndexOf('/')).includes('.') || path.startsWith('/assets/')
  if (path === '/') request.uri = '/index.html'
  else if (!isFile) request.uri = prerendered.includes(path) ? `${path}.html` : '/app.html'
  return request
}

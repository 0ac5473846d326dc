import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** What CloudFront's response headers policy sends. `uploads` is where browsers put and get files. */
export function securityHeaders(uploads: string): [string, string][] {
  return [
    [
      'content-security-policy',
      `default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: ${uploads}; font-src 'self'; connect-src 'self' ${uploads}; object-src 'none'; frame-ancestors 'none'; base-uri 'self'; form-action 'self'`,
    ],
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
  ]
}

/** A file of the built SPA; any other path is the SPA's own, except below /assets. */
export async function serveFile(
  site: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end()
  const asked = safeJoin(site, path)
  const found = asked && (await isFile(asked)) ? asked : null
  if (!found && path.startsWith('/assets/')) return void response.writeHead(404).end()
  const file = found ?? join(site, 'index.html')
  response.writeHead(200, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (request.method === 'HEAD') return void response.end()
  // A site that is being built again loses its files for a moment: that ends this answer, not the gateway.
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response)
}

function safeJoin(root: string, path: string): string | null {
  try {
    const full = normalize(join(root, decodeURIComponent(path)))
    return full.startsWith(root + sep) ? full : null
  } catch {
    return null
  }
}

const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() ?? false

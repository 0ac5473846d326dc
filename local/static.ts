import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

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

/** What CloudFront compresses on its way; pictures and fonts are small already. */
const compressed = /^text\/|json|javascript|svg/

/** A file of the built SPA, compressed as CloudFront does; any other path is the SPA's own, except below /assets. */
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
  const type = types[extname(file)] ?? 'application/octet-stream'
  const encoding = compressed.test(type) ? encodingFor(request.headers['accept-encoding'] ?? '') : null
  response.writeHead(200, {
    'content-type': type,
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(encoding ? { 'content-encoding': encoding.name } : {}),
  })
  if (request.method === 'HEAD') return void response.end()
  const read = createReadStream(file)
  // A site that is being built again loses its files for a moment: that ends this answer, not the gateway.
  await (encoding ? pipeline(read, encoding.open(), response) : pipeline(read, response)).catch(() =>
    response.destroy(),
  )
}

const encodings = [
  {
    name: 'br',
    open: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  },
  { name: 'gzip', open: () => createGzip() },
]

/** The first of ours that the browser takes. Browsers name what they take without weights. */
function encodingFor(accepted: string) {
  const names = accepted.split(',').map((name) => name.trim())
  return encodings.find(({ name }) => names.includes(name)) ?? null
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

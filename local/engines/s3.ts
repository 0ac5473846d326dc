import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { corsRule } from '../provision.ts'

/** The CORS rule as XML, the only format that s3rver accepts. */
const cors = (origin: string) => {
  const lines = Object.entries(corsRule(origin)).flatMap(([names, values]) => {
    const name = names.slice(0, -1)
    return values.map((value) => `<${name}>${value}</${name}>`)
  })
  return `<CORSConfiguration><CORSRule>${lines.join('')}</CORSRule></CORSConfiguration>`
}

/** Starts the embedded S3 in this process, with one bucket whose CORS rule permits the site. */
export async function startS3(
  bucket: string,
  siteOrigin: string,
): Promise<{ endpoint: string; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [cors(siteOrigin)] }],
  })
  // CloudFront sends this header for the deployed bucket.
  server.middleware.unshift((context, next) => {
    context.set('x-content-type-options', 'nosniff')
    return next()
  })
  const { port } = await server.run()
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

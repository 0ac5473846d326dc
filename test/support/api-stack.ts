import type { TestProject } from 'vitest/node'
import { freePort } from '../../local/engines/free-port.ts'
import { startStack } from '../../local/stack.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    stack: { origin: string; rpcUrl: string; siteConfig: string; env: Record<string, string> }
  }
}

const passedOn = [
  'SITE_ORIGIN',
  'TABLE_NAME',
  'BUCKET_NAME',
  'KMS_KEY_ID',
  'RPC_URL',
  'CHAIN_ID',
  'ESCROW_ADDRESS',
  'DYNAMODB_ENDPOINT',
  'KMS_ENDPOINT',
  'S3_ENDPOINT',
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
]

/** One stack on the real engines for all API tests; they reach it over HTTP, or open the same services themselves. */
export default async function setup(project: TestProject) {
  const stack = await startStack({ port: await freePort(), site: null })
  const env = Object.fromEntries(passedOn.map((name) => [name, process.env[name] ?? '']))
  project.provide('stack', {
    origin: stack.origin,
    rpcUrl: stack.rpcUrl,
    siteConfig: JSON.stringify(stack.siteConfig),
    env,
  })
  return () => stack.close()
}

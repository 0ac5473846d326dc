import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { freePort } from './free-port.ts'

/** Milliseconds after which the start of the engine counts as failed. */
const startTimeout = 10_000

/**
 * Starts the embedded DynamoDB, in memory, as a child process. A shell stops it when its standard input closes, so it also
 * ends when this process crashes.
 */
export async function startDynamoDb(): Promise<{ endpoint: string; close(): Promise<void> }> {
  const port = await freePort()
  const command = [executable(), '--host', '127.0.0.1', '--port', String(port)]
  const child = spawn(
    'sh',
    ['-c', '"$@" <&- & engine=$!; cat >/dev/null; kill $engine', 'engine', ...command],
    { stdio: ['pipe', 'pipe', 'pipe'] },
  )
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk).slice(-2000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const endpoint = `http://127.0.0.1:${port}`
  const failedToStart = new Promise<never>((_, reject) => {
    child.on('error', () => reject(new Error('The local DynamoDB needs a POSIX shell (sh) to start')))
  })
  failedToStart.catch(() => {})
  try {
    await Promise.race([failedToStart, waitUntilReady(endpoint, () => output)])
  } catch (error) {
    child.stdin.end()
    throw error
  }
  return {
    endpoint,
    close: () =>
      new Promise((resolve) => {
        child.on('close', () => resolve())
        child.stdin.end()
      }),
  }
}

function executable(): string {
  try {
    return createRequire(import.meta.url).resolve('@dynoxide/linux-x64/dynoxide')
  } catch {
    throw new Error(
      'There is no embedded DynamoDB for this machine: run "npm ci" again on Linux x64, elsewhere set DYNAMODB_ENDPOINT to another one.',
    )
  }
}

async function waitUntilReady(endpoint: string, output: () => string) {
  const until = Date.now() + startTimeout
  while (Date.now() < until) {
    // The engine's own output is checked first, because another server may have taken the port meanwhile.
    if (output().includes(`listening on ${endpoint}`)) {
      const alive = await fetch(endpoint, { signal: AbortSignal.timeout(1000) }).catch(() => null)
      if (alive) return
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(
    `The local DynamoDB did not start. Run "npm ci" again, or set DYNAMODB_ENDPOINT to another one. ${output()}`.trim(),
  )
}

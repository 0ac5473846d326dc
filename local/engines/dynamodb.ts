import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { dynamoDbLocal } from './dynamodb-local.ts'
import { listen } from './listen.ts'

/** Milliseconds after which the start of an engine that still runs counts as failed. */
const startTimeout = 120_000
/** Both engines print this before they answer. */
const started = /listening on|Initializing DynamoDB Local/

/**
 * Starts a DynamoDB in memory, as a child process: the embedded one, or Amazon's DynamoDB Local where the embedded one has
 * no build or DYNAMODB_LOCAL is set. It also ends when this process crashes.
 */
export async function startDynamoDb(
  progress: (step: string) => void = () => {},
): Promise<{ endpoint: string; close(): Promise<void> }> {
  const { close: release, port } = await listen(() => {})
  await release()
  const embedded = process.env.DYNAMODB_LOCAL ? null : findEmbedded()
  const command = embedded
    ? [embedded, '--host', '127.0.0.1', '--port', String(port)]
    : await dynamoDbLocal(port, progress)
  const exitWithParent = join(import.meta.dirname, '..', 'exit-with-parent.ts')
  const child = spawn(process.execPath, [exitWithParent, ...command], {
    cwd: tmpdir(), // DynamoDB Local writes a file with an id into it
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let output = ''
  const collect = (chunk: Buffer) => {
    output = (output + chunk).slice(-2000)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const endpoint = `http://127.0.0.1:${port}`
  const close = async () => {
    child.stdin.end()
    await ended
  }
  const until = Date.now() + startTimeout
  while (child.exitCode === null && Date.now() < until) {
    // The engine's own output is checked first, because another server may have taken the port meanwhile.
    if (started.test(output) && (await answers(endpoint))) return { endpoint, close }
    await wait(25)
  }
  await close()
  // Another process has taken the port since it was found free.
  if (/in use|BindException/i.test(output)) return startDynamoDb(progress)
  throw new Error(`The local DynamoDB did not start. Set DYNAMODB_ENDPOINT to another one. ${output}`.trim())
}

const answers = (endpoint: string) =>
  fetch(endpoint, { signal: AbortSignal.timeout(1000) }).then(
    () => true,
    () => false,
  )

function findEmbedded(): string | null {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`)
  } catch {
    return null
  }
}

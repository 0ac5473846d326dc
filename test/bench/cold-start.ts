import { fork } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { groups } from '../../domain/route.ts'
import { bundleFunction } from '../../infra/bundle.ts'
import { backgroundFunctions, sizes } from '../../infra/function-settings.ts'
import { compileContracts } from '../../local/deploy-contracts.ts'
import { startStack } from '../../local/stack.ts'
import { cheapCalls } from './cold-start-calls.ts'

/**
 * `npm run bench:cold` measures the bundle size and the cold start (import and first call, on the embedded engines) of each
 * function, and compares them with an empty handler and a handler that reads one item. It exits with 1 if a bundle is larger
 * than `limit`.
 */

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
const rounds = Number(values.rounds)

/** Maximum gzipped bytes that a cold start loads. */
const limit = 300 * 1024

/** Milliseconds of wall-clock time and of processor time. */
interface Duration {
  wall: number
  processor: number
}
interface Start {
  imported: Duration
  first: Duration & { statusCode: number }
  second: Duration
}
interface Row {
  name: string
  what: string
  bundle: string
  event: object
  starts: Start[]
}

function coldStart({ bundle, event, name }: Row): Promise<Start> {
  return new Promise((resolve, reject) => {
    const child = fork(
      path.join(import.meta.dirname, 'measure-cold-start.js'),
      [bundle, JSON.stringify(event)],
      { execArgv: [], env: asDeployed, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    )
    child.once('message', (start: Start) => resolve(start))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it answered`)))
  })
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const medianOf = (row: Row, part: keyof Start, unit: keyof Duration = 'wall') =>
  median(row.starts.map((start) => start[part][unit]))
/** Processor time of a cold start: other work on the machine changes it less than wall-clock time. */
const medianColdStart = (row: Row) =>
  median(row.starts.map(({ imported, first }) => imported.processor + first.processor))

/** The file and all files that it imports statically, in the order in which Node loads them. */
async function loadedFiles(file: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(file)) return found
  found.add(file)
  const source = await fs.readFile(file, 'utf8')
  for (const [, imported = ''] of source.matchAll(/(?:\bfrom|\bimport)"(\.\/chunk-\w+\.mjs)"/g))
    await loadedFiles(path.join(path.dirname(file), imported), found)
  return found
}

/** Builds a handler that reads one item with the same SDK: the lower bound for a function that uses the table. */
function oneRead(folder: string): string {
  const outfile = path.join(folder, 'one-read.mjs')
  buildSync({
    stdin: {
      resolveDir: import.meta.dirname,
      contents: `import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
        import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
        const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: process.env.DYNAMODB_ENDPOINT }))
        const Key = { pk: 'nothing', sk: 'nothing' }
        export const handler = () => client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key }))`,
    },
    outfile,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    sourcemap: true,
    sourcesContent: false,
    banner: {
      js: "import { createRequire as __cjsCreateRequire } from 'node:module';const require = __cjsCreateRequire(import.meta.url)",
    },
  })
  return outfile
}

await compileContracts()
const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'bench-cold-'))
const stack = await startStack({ site: null })
const calls = await cheapCalls(stack)
const { POWERTOOLS_LOG_LEVEL: _, POWERTOOLS_METRICS_DISABLED: __, ...environment } = process.env
const asDeployed = { ...environment, NODE_OPTIONS: '--enable-source-maps', SETTLE_FUNCTION: 'settle' }
try {
  const bare: Row = {
    name: 'bare',
    what: 'nothing',
    bundle: path.join(folder, 'bare.mjs'),
    event: {},
    starts: [],
  }
  await fs.writeFile(bare.bundle, 'export const handler=async()=>({statusCode:200})')
  const reading: Row = { name: 'one read', what: 'GetItem', bundle: oneRead(folder), event: {}, starts: [] }
  const rows = [bare, reading]
  const names = [...groups, ...backgroundFunctions].filter((name) => name !== 'canary')
  for (const name of names) {
    // The bundle is copied, because an `npm run synth` during the benchmark would empty the output folder.
    await fs.cp(bundleFunction(name), path.join(folder, name), { recursive: true })
    rows.push({ name, ...calls[name], bundle: path.join(folder, name, 'index.mjs'), starts: [] })
  }
  for (let round = 0; round < rounds; round++) for (const row of rows) row.starts.push(await coldStart(row))

  const cells = (values: string[]) => values.map((value) => value.padStart(10)).join('')
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
  console.log(
    `Median of ${rounds} cold starts of each function, measured alternately. Load average ${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} processors. CPU: processor time of import and first call. Sizes: what is loaded before the first call.\n`,
  )
  const heads = ['minified', 'gzip', 'import', 'first', 'CPU', 'second', '× one read']
  console.log(`${'function'.padEnd(12)}${'MB'.padStart(6)}${cells(heads)}  first call`)
  for (const row of rows) {
    const failed = row.starts.find(({ first }) => first.statusCode >= 400)
    if (failed) throw new Error(`${row.what} was answered with ${failed.first.statusCode}`)
    const files = [...(await loadedFiles(row.bundle))]
    const source = Buffer.concat(await Promise.all(files.map((file) => fs.readFile(file))))
    const gzip = gzipSync(source).length
    const line = [
      ...[source.length, gzip].map((bytes) => `${(bytes / 1024).toFixed(0)} KiB`),
      ...[
        medianOf(row, 'imported'),
        medianOf(row, 'first'),
        medianColdStart(row),
        medianOf(row, 'second'),
      ].map(ms),
      (medianColdStart(row) / medianColdStart(reading)).toFixed(2),
    ]
    const memory = names.find((name) => name === row.name)
    console.log(
      `${row.name.padEnd(12)}${String(memory ? sizes[memory].memory : '').padStart(6)}${cells(line)}  ${row.what}`,
    )
    if (gzip > limit) {
      console.log(`  over ${limit / 1024} KiB after gzip: remove imports that it does not need`)
      process.exitCode = 1
    }
  }
} finally {
  await stack.close()
  await fs.rm(folder, { recursive: true })
}

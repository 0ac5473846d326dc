import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { npm } from '../setup/npm.js'

/** Both ways run this version, with which all API tests pass. */
const version = '1.25.1'
const image = `amazon/dynamodb-local:${version}`

/**
 * The npm package in which Amazon publishes DynamoDB Local with the native libraries of all platforms. From npm, because then
 * the user's settings for proxies, mirrors and certificates are used, and npm's cache keeps the archive for other clones.
 */
const archive = {
  name: 'amplify-dynamodb-simulator',
  version: '2.9.30',
  sha512: 'xTeeRLvzEfqyd5lh3bH4c0kHvSHHmmhD5ZDsHFKAQ5g2Zl6JqlFdutaQhCLHzxEp6Ry1o7TB6niIoXuQAnSewQ==',
}
const oldestJava = 17
const cache = join(import.meta.dirname, '..', '..', '.node')

const execute = promisify(execFile)
/** Everything that a command prints, or null if the command is missing or fails. */
const outputOf = (file: string, ...args: string[]) =>
  execute(file, args).then(
    ({ stdout, stderr }) => stdout + stderr,
    () => null,
  )

/**
 * Returns the command that runs Amazon's DynamoDB Local in memory on a port of this machine: in Docker, else with Java.
 * Downloads the image or the archive first if it is missing.
 *
 * @throws Error that says what to install if there is neither Docker nor Java
 */
export async function dynamoDbLocal(port: number, progress: (step: string) => void): Promise<string[]> {
  if (await dockerHasImage(progress)) return inDocker(port)
  const java = await findJava()
  if (!java)
    throw new Error(
      `This machine needs DynamoDB Local, which runs in Docker or with Java ${oldestJava}: start Docker, or install Java ${oldestJava} or newer, then run this again.`,
    )
  const folder = await unpackedArchive(progress)
  const libraries = `-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`
  const jar = join(folder, 'DynamoDBLocal.jar')
  return [java, ...quickStart, libraries, '-jar', jar, ...options, '-port', String(port)]
}

/** Without them, the start takes twice the CPU time. */
const quickStart = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
// By default it lets every web page that the developer opens read and write the tables.
const options = ['-inMemory', '-sharedDb', '-disableTelemetry', '-cors', 'http://127.0.0.1']

/** The container ends when the standard input of the command is closed, even if the command was killed. */
const inDocker = (port: number) => [
  ...['docker', 'run', '--interactive', '--rm', '--publish', `127.0.0.1:${port}:8000`, '--entrypoint', 'sh'],
  ...[image, '-c', `java ${quickStart.join(' ')} -jar DynamoDBLocal.jar ${options.join(' ')} & cat; kill $!`],
]

/** Whether a Docker engine for Linux containers answers and has the image. */
async function dockerHasImage(progress: (step: string) => void): Promise<boolean> {
  if ((await outputOf('docker', 'info', '--format', '{{.OSType}}'))?.trim() !== 'linux') return false
  if ((await outputOf('docker', 'image', 'inspect', image)) !== null) return true
  progress(`Downloading the Docker image ${image}`)
  return (await outputOf('docker', 'pull', image)) !== null
}

async function findJava(): Promise<string | undefined> {
  const { JAVA_HOME } = process.env
  for (const java of [...(JAVA_HOME ? [join(JAVA_HOME, 'bin', 'java')] : []), 'java']) {
    const found = (await outputOf(java, '-version'))?.match(/version "(\d+)/)
    if (Number(found?.[1]) >= oldestJava) return java
  }
}

/** Returns the folder with the unpacked archive. Concurrent calls may each unpack it, and none uses an incomplete folder. */
async function unpackedArchive(progress: (step: string) => void): Promise<string> {
  const folder = join(cache, `dynamodb-local-${version}`)
  if (existsSync(folder)) return folder
  progress(`Downloading DynamoDB Local ${version} (57 MB, only the first time)`)
  await mkdir(cache, { recursive: true })
  const temporary = await mkdtemp(join(cache, 'unpacking-'))
  try {
    const args = ['pack', `${archive.name}@${archive.version}`, '--prefer-offline']
    const logFile = join(cache, 'setup.log')
    await npm(args, { folder: temporary, nodeFile: process.execPath, logFile })
    const file = `${archive.name}-${archive.version}.tgz`
    const hash = createHash('sha512').update(await readFile(join(temporary, file)))
    if (hash.digest('base64') !== archive.sha512)
      throw new Error(`The npm registry sent a changed ${file}: check \`npm config get registry\`.`)
    await execute('tar', ['-xzf', file], { cwd: temporary }) // Windows has tar too
    await rename(join(temporary, 'package', 'emulator'), folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
    return folder
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

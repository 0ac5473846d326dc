// Runs before each API test file. The files of a worker share one process, so that packages such as ethers and the AWS
// SDK are loaded once. Our own modules and the environment, which hold the state of a stack, are new for each file.
import { checkEveryAnswer } from './check-api-answer.ts'
import './fast-scrypt.ts'

declare global {
  var environmentAtStart: NodeJS.ProcessEnv | undefined
}

if (!globalThis.environmentAtStart) checkEveryAnswer()

globalThis.environmentAtStart ??= { ...process.env }
process.env = { ...globalThis.environmentAtStart }
vi.resetModules()

import { type ChildProcess, fork } from 'node:child_process'

/** Name of the first test that failed, or null if all passed. `error`: the tests could not run. */
type Answer = { failed: string | null } | { error: string }

/** A child process that tests one mutant after another. It is killed and started again if a mutant takes too long. */
export class WorkerProcess<Question extends object> {
  #child: ChildProcess | null = null
  #script: string
  #args: string[]
  #limitSeconds: number

  constructor(script: string, args: string[], limitSeconds: number) {
    this.#script = script
    this.#args = args
    this.#limitSeconds = limitSeconds
  }

  /**
   * Name of the first failing test, 'time limit exceeded', or null if all tests pass.
   *
   * @throws Error if the tests cannot run
   */
  async ask(question: Question): Promise<string | null> {
    const child = this.#child ?? (await this.#start())
    return new Promise((resolve, reject) => {
      const done = (settle: () => void) => {
        clearTimeout(timer)
        child.removeAllListeners()
        settle()
      }
      const timer = setTimeout(() => {
        this.end()
        done(() => resolve('time limit exceeded'))
      }, this.#limitSeconds * 1_000)
      child.once('message', (answer: Answer) =>
        done(() => ('error' in answer ? reject(new Error(answer.error)) : resolve(answer.failed))),
      )
      child.once('exit', (code) => {
        this.#child = null
        done(() => reject(new Error(`The worker process exited with code ${code}`)))
      })
      child.send(question)
    })
  }

  end(): void {
    this.#child?.removeAllListeners()
    this.#child?.kill('SIGKILL')
    this.#child = null
  }

  async #start(): Promise<ChildProcess> {
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
    const child = fork(this.#script, this.#args, { stdio: [...stdio] })
    this.#child = child
    let errors = ''
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      errors = (errors + text).slice(-4_000)
    })
    await new Promise((resolve, reject) => {
      child.once('message', resolve)
      child.once('exit', (code) =>
        reject(new Error(`The worker process exited with code ${code}: ${errors}`)),
      )
    })
    child.removeAllListeners('exit')
    return child
  }
}

/** Called in the child process: answers one question after another, until the parent process ends. */
export function answerQuestions<Question>(
  firstFailure: (question: Question) => Promise<string | null>,
): void {
  process.on('disconnect', () => process.exit())
  process.on('message', async (question: Question) => {
    const answer: Answer = await firstFailure(question).then(
      (failed) => ({ failed }),
      (error) => ({ error: String(error) }),
    )
    process.send?.(answer)
  })
  process.send?.('ready')
}

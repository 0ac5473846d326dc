import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const guard = pathToFileURL(path.join(import.meta.dirname, 'block-outside-connections.ts'))

/** Name of the first test that failed, or null if all passed. `error`: the tests could not run. */
type Answer = { failed: string | null } | { error: string }

/**
 * A child process that tests one mutant after another. It is killed and started again if a mutant takes too long. Neither it
 * nor the Node processes that it starts can connect to another machine.
 */
export class WorkerProcess<Question extends object> {
  #child: ChildProcess | null = null
  #script: string
  #args: string[]
  #limitSeconds: number
  /** The hosts of other machines to which a mutant tried to connect, one a line. */
  #blocked = path.join(tmpdir(), `blocked-connections-${randomUUID()}`)

  constructor(script: string, args: string[], limitSeconds: number) {
    this.#script = script
    this.#args = args
    this.#limitSeconds = limitSeconds
  }

  /**
   * Name of the first failing test, 'time limit exceeded', 'connects to …' if the mutant tried to reach another machine, or
   * null if all tests pass.
   *
   * @throws Error if the tests cannot run
   */
  async ask(question: Question): Promise<string | null> {
    const child = this.#child ?? (await this.#start())
    this.#takeBlockedHost() // of an earlier mutant, after its answer
    return new Promise((resolve, reject) => {
      const done = (settle: () => void) => {
        clearTimeout(timer)
        child.removeAllListeners()
        const host = this.#takeBlockedHost()
        if (host) resolve(`connects to ${host}`)
        else settle()
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

  #takeBlockedHost(): string | null {
    if (!existsSync(this.#blocked)) return null
    const [host = ''] = readFileSync(this.#blocked, 'utf8').split('\n')
    rmSync(this.#blocked)
    return host
  }

  async #start(): Promise<ChildProcess> {
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
    const env = {
      ...process.env,
      AWS_EC2_METADATA_DISABLED: 'true',
      BLOCKED_CONNECTIONS: this.#blocked,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${guard}`,
    }
    const child = fork(this.#script, this.#args, { env, stdio: [...stdio] })
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

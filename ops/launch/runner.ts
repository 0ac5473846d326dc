import { RequestFailed } from '../../functions/canary/api-client.ts'

/** A part of a launch. It keeps no state: it looks at AWS, the chain and the table. */
export interface Step {
  name: string
  /**
   * Returns what is there, or null if something is missing.
   *
   * @throws RangeError with one sentence if a person must correct something
   */
  isDone(): Promise<string | null>
  /** Makes what is missing. Absent if only a person can. */
  run?: () => Promise<void>
  /** What a person has to do if the step is not done after `run`. */
  waitsFor?: () => Promise<string> | string
}

/** One sentence for an error of a person, AWS or the node; null for a bug. The long message of ethers contains the node's URL. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof RangeError || error instanceof RequestFailed) return error.message
  if (!(error instanceof Error)) return null
  if ('$metadata' in error) return `AWS answered: ${error.name}: ${error.message}`
  if (!('shortMessage' in error)) return null
  const { error: answer } = error as { error?: { message?: string } }
  return `The node answered: ${answer?.message ?? error.shortMessage}.`
}

/**
 * Runs the steps that are not done, in their order. It stops at the first step that a person has to do. The same call
 * later continues there.
 *
 * @returns whether all steps are done
 */
export async function runSteps(steps: Step[], print: (line: string) => void): Promise<boolean> {
  for (const [index, { name, isDone, run, waitsFor }] of steps.entries()) {
    const label = `${String(index + 1).padStart(2)}/${steps.length} ${name.padEnd(18)}`
    const stop = (reason: string) => {
      const following = steps.slice(index + 1).map((step) => step.name.toLowerCase())
      print(`waits   ${label} ${reason}`)
      print(
        `\nRun this command again then.${following.length > 0 ? ` What follows: ${following.join(', ')}.` : ''}`,
      )
    }
    try {
      let found = await isDone()
      if (found === null && run) {
        print(`begins  ${label}`)
        await run()
        found = await isDone()
      }
      if (found === null) {
        stop((await waitsFor?.()) ?? 'This is not done yet.')
        return false
      }
      print(`done    ${label} ${found}`)
    } catch (error) {
      const sentence = sentenceOf(error)
      if (!sentence) throw error
      stop(sentence)
      return false
    }
  }
  return true
}

import { brand } from './brand.ts'

/**
 * Characters that are judged. The time of the estimate grows with the square of the length, so a longer password is judged by
 * its beginning.
 */
const judged = 64

let loading: Promise<(password: string, inputs: string[]) => number> | undefined

async function load() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs: graphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs })
  return (password: string, inputs: string[]) => zxcvbn.check(password, inputs).score
}

/**
 * How hard a password is to guess, from 0 to 4, by patterns and a list of common passwords (zxcvbn). The username and the
 * brand make a password easier to guess. The estimator is large, so it is loaded at the first call.
 */
export async function passwordScore(password: string, username: string): Promise<number> {
  loading ??= load()
  const parts = username.split(/_|(?<=\D)(?=\d)|(?<=\d)(?=\D)/)
  return (await loading)(password.slice(0, judged), [username, username.replaceAll('_', ''), brand, ...parts])
}

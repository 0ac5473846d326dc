import { loadOnce } from './load-once.ts'

/** A setting that may be a secret. It is read when it is first needed, once for each cold start. */
export interface Setting {
  read(): Promise<string>
  /** The value, once it is read. */
  readonly known: string | undefined
}

/**
 * A setting given as its value, or as `ssm:` and the name of the SSM parameter (SecureString) that contains the value. If a
 * read fails, the next call reads again.
 */
export function openSetting(value: string): Setting {
  const parameter = /^ssm:(.+)$/.exec(value)?.[1]
  if (!parameter) return { known: value, read: async () => value }
  let known: string | undefined
  const read = loadOnce(async () => {
    const { readParameter } = await import('./parameter.ts')
    known = await readParameter(parameter)
    return known
  })
  return {
    get known() {
      return known
    },
    read,
  }
}

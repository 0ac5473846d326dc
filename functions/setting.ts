/** A setting that may be a secret: read when first needed, once per cold start. */
export interface Setting {
  read(): Promise<string>
  /** The value, once it is read. */
  readonly known: string | undefined
}

/**
 * A value as it stands, or `ssm:` and the name of the SSM parameter (SecureString) that holds it. A reading that failed is
 * tried again by whoever needs it next.
 */
export function openSetting(value: string): Setting {
  const parameter = /^ssm:(.+)$/.exec(value)?.[1]
  if (!parameter) return { known: value, read: async () => value }
  let known: string | undefined
  let reading: Promise<string> | undefined

  async function fetchValue(Name: string): Promise<string> {
    const { readSecret } = await import('./setting-secret.ts')
    known = await readSecret(Name)
    return known
  }

  return {
    get known() {
      return known
    },
    read() {
      reading ??= fetchValue(parameter).catch((error: unknown) => {
        reading = undefined
        throw error
      })
      return reading
    },
  }
}

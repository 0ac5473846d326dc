/**
 * Loads a value at the first call. A failed load is the error of its call, and the next call loads again: SSM and KMS are read
 * again, but Node keeps the error of a module whose `import()` failed until the process ends.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/**
 * A service with these methods, which is opened by the first call of one of them. So a cold start does not load the code of a
 * service that its call does not use.
 */
export function openLazily<T extends Record<K, (...sent: never[]) => Promise<unknown>>, K extends keyof T>(
  open: () => Promise<T>,
  methods: readonly K[],
): Pick<T, K> {
  const opened = loadOnce(open)
  const lazy =
    (name: K) =>
    async (...sent: never[]) =>
      (await opened())[name](...sent)
  return Object.fromEntries(methods.map((name) => [name, lazy(name)])) as Pick<T, K>
}

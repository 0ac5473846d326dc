declare module '@20minutes/s3rver' {
  /** The part of s3rver that is used here; the package has no types. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    /** Koa's middleware, in the order in which they run. */
    middleware: ((
      context: { set(header: string, value: string): void },
      next: () => Promise<void>,
    ) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}

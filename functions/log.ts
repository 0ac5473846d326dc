import { Logger } from '@aws-lambda-powertools/logger'

/** Structured log lines; facts never hold secrets or personal data. */
export interface Log extends Pick<Logger, 'info' | 'warn' | 'error' | 'appendKeys'> {
  /** A log of its own for one request: keys appended to it are on its lines and no others. */
  createChild(options?: Parameters<Logger['createChild']>[0]): Log
}

/**
 * A log that writes JSON lines. `rpcUrl`, once it is known, is kept out of them: its path is often the key, and errors of the
 * chain quote it.
 */
export function openLog(serviceName: string, rpcUrl: () => string | undefined): Log {
  const jsonReplacerFn = (_: string, value: unknown) => {
    if (value instanceof Error) return factsOf(value)
    if (typeof value !== 'string') return value
    const secret = rpcUrl()
    if (!secret) return value
    return [secret, new URL(secret).href].reduce((text, one) => text.replaceAll(one, 'RPC_URL'), value)
  }
  return new Logger({ serviceName, jsonReplacerFn })
}

/**
 * What a line says of an error: by name, since errors of the chain and of AWS carry requests, transactions and with them
 * people's wallets, in their fields and in all but the short form of their message.
 */
function factsOf(error: Error) {
  const { code, shortMessage } = error as Error & { code?: unknown; shortMessage?: unknown }
  const stack = error.stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    name: error.name,
    code,
    message: shortMessage ?? error.message,
    stack: stack?.map((line) => line.trim()),
    cause: error.cause instanceof Error ? error.cause.name : undefined,
  }
}

import { Logger } from '@aws-lambda-powertools/logger'

/** Structured log lines, which never contain secrets or personal data. */
export interface Log extends Pick<Logger, 'info' | 'warn' | 'error' | 'appendKeys'> {
  /** A log for one request: only its lines have the keys that are appended to it. */
  createChild(options?: Parameters<Logger['createChild']>[0]): Log
}

/**
 * Opens a log that writes JSON lines. It replaces `rpcUrl` in every text, because errors of ethers quote the URL, and its
 * path is often a secret key.
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
 * The fields of an error that a log line contains. All other fields are left out, because errors of ethers and of the AWS SDK
 * quote requests and transactions, which contain users' wallets.
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

import { startChain } from '../../local/engines/chain.ts'
import { startDynamoDb } from '../../local/engines/dynamodb.ts'
import { startKms } from '../../local/engines/kms.ts'
import { startS3 } from '../../local/engines/s3.ts'

// `node engine-process.ts VARIABLE`: runs the embedded engine that this variable names, and prints its endpoint as JSON.
// The process ends when its standard input is closed.
const engines: Record<string, () => Promise<{ close(): Promise<void> }>> = {
  DYNAMODB_ENDPOINT: startDynamoDb,
  S3_ENDPOINT: () => startS3('uploads', 'http://localhost:3000'),
  KMS_ENDPOINT: startKms,
  RPC_URL: startChain,
}
const engine = await engines[process.argv[2] ?? '']?.()
if (!engine) throw new Error(`There is no engine for ${process.argv[2]}`)
console.log(JSON.stringify(engine))
process.stdin.on('end', () => engine.close().then(() => process.exit())).resume()

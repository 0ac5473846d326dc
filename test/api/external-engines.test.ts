import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { toBaseUnits } from '../../domain/escrow.ts'
import { keyId } from '../../local/engines/kms.ts'
import { localCredentials } from '../../ops/local-credentials.ts'
import { openFixture } from '../support/fixture.ts'
import { pngOf } from '../support/image-files.ts'
import { startIsolatedStack } from '../support/isolated-stack.ts'
import { paidRelease } from '../support/responses.ts'
import { form } from '../support/task-form.ts'
import { uploadPicture } from '../support/upload-picture.ts'

/** Starts an engine in a separate process, as an engine that the user started. */
async function startEngineProcess(variable: string) {
  const child = spawn(process.execPath, ['test/support/engine-process.ts', variable], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const { endpoint, rpcUrl } = JSON.parse(line)
  const ended = once(child, 'exit')
  const end = () => {
    child.stdin.end()
    return ended
  }
  return { named: [variable, endpoint ?? rpcUrl] as const, end }
}

const engines = await Promise.all(
  ['DYNAMODB_ENDPOINT', 'S3_ENDPOINT', 'KMS_ENDPOINT', 'RPC_URL'].map(startEngineProcess),
)
const endpoints: Record<string, string> = Object.fromEntries(engines.map(({ named }) => named))
const own = {
  ...endpoints,
  BUCKET_NAME: '',
  KMS_KEY_ID: '',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
}
const tables = async () =>
  (await new DynamoDBClient({ endpoint: endpoints.DYNAMODB_ENDPOINT ?? '' }).send(new ListTablesCommand()))
    .TableNames
// Runs after the stack is closed, because hooks run in reverse order.
afterAll(async () => {
  expect(await tables()).toEqual([])
  await Promise.all(engines.map(({ end }) => end()))
})
const { connection } = await startIsolatedStack(own, { stream: true })
const { postedTask, newUser } = openFixture(connection)

test('With four external engines, the stack creates its table, key and contracts, and pays for a picture proof', async () => {
  expect(connection.env).toMatchObject(endpoints)
  expect(await tables()).toEqual([connection.env.TABLE_NAME])
  expect(connection.env.KMS_KEY_ID).not.toBe(keyId)

  const { poster, task } = await postedTask({ ...form, submissionType: 'file' })
  const doer = await newUser()
  const { fileUrl, uploadUrl } = await uploadPicture(doer, pngOf(300))
  expect(uploadUrl).toContain(endpoints.S3_ENDPOINT)
  const { id } = await doer.call('POST /api/submissions', { taskId: task.id, proofFileUrl: fileUrl })
  await poster.approve({ id })
  const paid = await paidRelease(poster, { taskId: task.id, recipientId: doer.id })
  expect(paid).toMatchObject({ recipient: doer.wallet.address })
  expect(await doer.balance()).toBe(toBaseUnits(task.reward))
})

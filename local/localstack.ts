import { spawnSync } from 'node:child_process'

/** `npm run start:localstack`: `npm start` with DynamoDB, S3 and KMS of LocalStack, which docker-compose.yml starts. */

const endpoint = 'http://localhost:4566'

/** Says why LocalStack cannot start on this machine and what to do; undefined if it can start. */
function missingPrerequisite(): string | undefined {
  const docker = (...args: string[]) => spawnSync('docker', args, { stdio: 'ignore' }).status === 0
  const alternative = 'or use "npm start", which needs neither Docker nor an account'
  if (!docker('--version'))
    return `LocalStack runs in Docker, which is not installed: install it, ${alternative}.`
  if (!docker('compose', 'version')) return `Docker lacks its compose plugin: install it, ${alternative}.`
  if (!docker('info')) return `Docker's daemon does not answer: start it, ${alternative}.`
  if (!process.env.LOCALSTACK_AUTH_TOKEN)
    return `LocalStack asks for a token since 2026.03: set LOCALSTACK_AUTH_TOKEN to the one of your account at https://app.localstack.cloud/settings/auth-tokens, ${alternative}.`
}

const missing = missingPrerequisite()
if (missing) {
  console.error(missing)
  process.exit(1)
}
const up = spawnSync('docker', ['compose', 'up', '--detach', '--wait'], { stdio: 'inherit' })
if (up.status !== 0) {
  console.error('LocalStack did not start. "docker compose logs" shows the reason; the token may be wrong.')
  process.exit(1)
}
console.log(
  'LocalStack keeps running after this command ends. "docker compose down" stops it and deletes its data.',
)
Object.assign(process.env, {
  DYNAMODB_ENDPOINT: endpoint,
  S3_ENDPOINT: endpoint,
  KMS_ENDPOINT: endpoint,
  // LocalStack accepts any credentials. The shell's credentials are for AWS and must not be sent to LocalStack.
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
})
for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'BUCKET_NAME', 'KMS_KEY_ID', 'APPROVAL_KEY_ID'])
  delete process.env[name]
await import('./start.ts')

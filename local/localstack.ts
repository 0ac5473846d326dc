import { spawnSync } from 'node:child_process'

/** `npm run start:localstack`: `npm start` with table, files and keys in LocalStack, which docker-compose.yml describes. */

const endpoint = 'http://localhost:4566'

/** Why LocalStack cannot be started here, in one sentence that says what to do; undefined when it can. */
function obstacle(): string | undefined {
  const docker = (...words: string[]) => spawnSync('docker', words, { stdio: 'ignore' }).status === 0
  const other = 'or use "npm start", which needs neither Docker nor an account'
  if (!docker('--version')) return `LocalStack runs in Docker, which is not installed: install it, ${other}.`
  if (!docker('compose', 'version')) return `Docker lacks its compose plugin: install it, ${other}.`
  if (!docker('info')) return `Docker's daemon does not answer: start it, ${other}.`
  if (!process.env.LOCALSTACK_AUTH_TOKEN)
    return `LocalStack asks for a token since 2026.03: set LOCALSTACK_AUTH_TOKEN to the one of your account at https://app.localstack.cloud/settings/auth-tokens, ${other}.`
}

const trouble = obstacle()
if (trouble) {
  console.error(trouble)
  process.exit(1)
}
const up = spawnSync('docker', ['compose', 'up', '--detach', '--wait'], { stdio: 'inherit' })
if (up.status !== 0) {
  console.error('LocalStack did not start: "docker compose logs" says why; its token may be wrong.')
  process.exit(1)
}
console.log('LocalStack goes on when this ends; "docker compose down" ends it, with all that is in it.')
Object.assign(process.env, {
  DYNAMODB_ENDPOINT: endpoint,
  S3_ENDPOINT: endpoint,
  KMS_ENDPOINT: endpoint,
  // What LocalStack takes; yours are for AWS and stay here.
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
})
for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'BUCKET_NAME', 'KMS_KEY_ID']) delete process.env[name]
await import('./start.ts')

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { files, root } from './repository-files.ts'

/** Each line: an importing file, the modules that it may import, and after `|` some that it may not. `type:` imports a type. */
const cases = `
domain/task.ts ./user.ts zod | ../functions/table/keys.ts ../local/start.ts ulid node:crypto ethers
functions/new-file.ts node:path | ./needs.ts ../domain/task.ts zod
functions/needs.ts type:../domain/api.ts type:./table/keys.ts type:./files/bucket.ts | ../domain/api.ts ./table/keys.ts type:./runtime/context.ts
functions/runtime/config.ts ../../domain/task.ts | ./context.ts @aws-sdk/client-ssm
functions/runtime/setting.ts @aws-sdk/client-ssm | ../../domain/task.ts
functions/runtime/contracts.ts ../../domain/task.ts ./setting.ts ethers | ./config.ts ./context.ts
functions/runtime/context.ts ../payouts/chain.ts ../table/table.ts ../files/bucket.ts | ../market/auth.ts ../payouts/settle.ts ../files/uploads.ts @aws-sdk/lib-dynamodb
functions/runtime/throttle.ts ./context.ts ../table/throttles.ts | ../accounts/auth.ts ../files/bucket.ts ../payouts/chain.ts
functions/table/tasks.ts ./keys.ts ../../domain/task.ts @aws-sdk/lib-dynamodb | ../runtime/context.ts ../market/tasks.ts ../payouts/plan.ts @aws-sdk/client-s3
functions/table/keys.ts | ./table.ts ../../domain/task.ts
functions/files/bucket.ts ../../domain/task.ts @aws-sdk/client-s3 | ../table/table.ts ./uploads.ts @aws-sdk/client-dynamodb
functions/files/uploads.ts ./bucket.ts ./picture.ts ../runtime/throttle.ts ../table/files.ts ulid | ../accounts/session.ts ../market/tasks.ts ../http/serve.ts @aws-sdk/client-s3 sharp
functions/http/cookies.ts ../table/sessions.ts ../runtime/context.ts ../accounts/session.ts type:../runtime/config.ts | ./subject.ts ../runtime/config.ts ../accounts/auth.ts ../market/tasks.ts @middy/core
functions/http/serve.ts ./request.ts @middy/core ../table/tasks.ts type:../accounts/session.ts | ../accounts/auth.ts ../market/tasks.ts ../runtime/config.ts
functions/payouts/plan.ts ./kms-signer.ts ../table/payouts.ts ../runtime/concurrency.ts | ../market/tasks.ts ../runtime/answer.ts ../../contracts/abi.ts ethers @aws-sdk/client-kms
functions/payouts/chain.ts ../../contracts/abi.ts ./kms-signer.ts ethers | ./settle.ts ../table/payouts.ts ../../local/engines/chain.ts @aws-sdk/client-kms
functions/payouts/kms-signer.ts @aws-sdk/client-kms | ./chain.ts ethers
functions/events/settle-function.ts @aws-sdk/client-lambda | ../runtime/context.ts
functions/events/mail-queue.ts @aws-sdk/client-sqs | ../runtime/context.ts
functions/events/react.ts ../table/payouts.ts type:../payouts/plan.ts | ../payouts/plan.ts ../market/tasks.ts ../runtime/answer.ts
functions/accounts/passwords.ts ./auth.ts ../runtime/mail.ts ../files/uploads.ts siwe | ../http/cookies.ts ../market/tasks.ts ../payouts/plan.ts ../files/bucket.ts ../runtime/config.ts ethers/address
functions/accounts/checksum.ts ethers/address | ./auth.ts ethers
functions/market/tasks.ts ../runtime/answer.ts type:../runtime/subject.ts ../files/uploads.ts ulid | type:../http/subject.ts ../accounts/session.ts ../payouts/plan.ts ../handlers/tasks.ts ../payouts/kms-signer.ts ../runtime/mail.ts @aws-sdk/client-dynamodb ethers
functions/schedule/jobs.ts ./measure.ts ../accounts/due-wallet-moves.ts ../market/tasks.ts type:../runtime/context.ts | ../payouts/settle.ts ../http/serve.ts ../payouts/kms-signer.ts ethers
functions/canary/run.ts ./smoke.ts ethers type:../runtime/context.ts | ../runtime/context.ts ../table/table.ts ../../ops/api-user.ts
functions/handlers/tasks.ts ../accounts/auth.ts ../market/tasks.ts ../payouts/settle.ts type:../../domain/api.ts | ../table/tasks.ts ../http/cookies.ts ../files/bucket.ts ../payouts/kms-signer.ts ../../domain/api.ts @middy/core
contracts/deploy.ts ./abi.ts ethers | ../domain/brand.ts ../local/start.ts
contracts/abi.ts ./encode-releases.ts ethers | ./deploy.ts node:fs
infra/stack.ts ../functions/needs.ts type:../functions/files/bucket.ts aws-cdk-lib/aws-lambda | ../functions/handlers/tasks.ts ../functions/files/bucket.ts ../ops/admin.ts
local/start.ts ../functions/handlers/tasks.ts ../ops/admin.ts ../frontend/vite.config.ts | ../frontend/src/main.tsx ../test/support/browser.ts @middy/core
ops/admin.ts ../functions/table/users.ts ethers | ../local/stack.ts ../test/support/browser.ts @aws-sdk/client-dynamodb
ops/launch/steps.ts ../admin.ts ../../infra/stage.ts @aws-sdk/client-sts | ../../infra/stack.ts ../../local/stack.ts
frontend/vite.config.ts ../domain/brand.ts vite | ../local/start.ts
frontend/src/lib/format.ts ./elapsed.ts ../../../domain/task.ts | ../ui/badge.tsx ../features/tasks/card.tsx ../../../functions/runtime/config.ts
frontend/src/ui/badge.tsx ../lib/format.ts | ../features/tasks/card.tsx ../pages/home.tsx ../../../contracts/deploy.ts
frontend/src/features/auth/dialog.tsx ../../lib/format.ts | ../tasks/card.tsx ../../app/shell.tsx
frontend/src/features/tasks/card.tsx ../auth/dialog.tsx ../../ui/badge.tsx ../../../../domain/task.ts ../../../../contracts/abi.ts react | ../dashboard/list.tsx ../../pages/home.tsx ../../../../functions/market/tasks.ts ../../../../local/start.ts ../../../../contracts/deploy.ts node:fs @aws-sdk/client-s3
frontend/src/pages/home.tsx ../features/tasks/card.tsx | ../app/shell.tsx node:fs
frontend/src/app/shell.tsx ../pages/home.tsx | ../../../ops/admin.ts @aws-sdk/client-s3
test/api/tasks.test.ts ../../local/stack.ts ../../functions/market/tasks.ts ethers |`
  .trim()
  .split('\n')
  .map((line) => {
    const [file = '', ...modules] = line.split(' ')
    const separator = modules.indexOf('|')
    return { file, permitted: modules.slice(0, separator), forbidden: modules.slice(separator + 1) }
  })

test('`biome check` refuses every forbidden import and accepts every permitted one', () => {
  const statement = (module: string) =>
    module.startsWith('type:')
      ? `import type { T } from '${module.slice(5)}'`
      : `import { v } from '${module}'`
  const sources = cases.map(
    ({ file, permitted, forbidden }) =>
      [file, [...permitted, ...forbidden].map(statement).join('\n')] as const,
  )
  const expected = cases.flatMap(({ file, permitted, forbidden }) =>
    forbidden.map((_, index) => `${file}:${permitted.length + index + 1}`),
  )
  expect(lint(Object.fromEntries(sources)).get('lint/style/noRestrictedImports')).toEqual(expected.toSorted())
})

test('`biome check` sees imports of every kind', () => {
  const source = `
    import '../local/a.ts'
    import type { B } from '../local/b.ts'
    export * from '../local/c.ts'
    export { d } from '../local/d.ts'
    const later = () => import('../local/e.ts')`
  const lines = lint({ 'domain/x.ts': source }).get('lint/style/noRestrictedImports')
  expect(lines).toEqual([2, 3, 4, 5, 6].map((line) => `domain/x.ts:${line}`))
})

test('`biome check` refuses a cycle of imports, even one of types only', () => {
  const found = lint({
    'domain/a.ts': `export type { B } from './b.ts'`,
    'domain/b.ts': `import type { C } from './c.ts'\nexport type B = C`,
    'domain/c.ts': `import type { B } from './a.ts'\nexport type C = B`,
  })
  expect(found.get('lint/suspicious/noImportCycles')).toEqual(
    ['a', 'b', 'c'].map((name) => `domain/${name}.ts:1`),
  )
})

test('No file uses `import(…)` as a type, which Biome’s import rules do not see', () => {
  const found = files()
    .filter((file) => /\.tsx?$/.test(file))
    .filter((file) => /\bimport\('[^']+'\)\.[A-Z]/.test(fs.readFileSync(path.join(root, file), 'utf8')))
  expect(found).toEqual([])
})

/**
 * Lints these files with the repository's configuration in a folder of their own.
 * @returns places (`file:line`) by rule
 */
function lint(sources: Record<string, string>): Map<string, string[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'import-rules-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  for (const file of ['biome.json', 'import-rules.jsonc'])
    fs.copyFileSync(path.join(root, file), path.join(folder, file))
  for (const [file, text] of Object.entries(sources)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), text)
  }
  const rules = ['style/noRestrictedImports', 'suspicious/noImportCycles'].map((rule) => `--only=${rule}`)
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome')
  const options = ['--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', ...rules]
  const settings = { cwd: folder, encoding: 'utf8' } as const
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', ...options, '.'], settings)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string; start: { line: number } } }[]
  }
  const places = new Map<string, Set<string>>()
  for (const { category, location } of diagnostics)
    places.set(category, (places.get(category) ?? new Set()).add(`${location.path}:${location.start.line}`))
  return new Map([...places].map(([rule, found]) => [rule, [...found].toSorted()]))
}

import { describe, expect, test } from 'vitest'
import { files, root } from './files.ts'
import { importsOf, readGraph } from './import-graph.ts'
import { check, type Import } from './import-rules.ts'

test('every import in the house keeps the rules, and none goes in a circle', () => {
  const graph = readGraph(root, files())
  expect(graph.files).toContain('domain/api.ts')
  expect(check(graph)).toEqual([])
})

describe('the rules refuse', () => {
  test.each([
    ['domain/task.ts', 'functions/table/keys.ts', 'domain may import no other room'],
    ['functions/table/tasks.ts', 'functions/market/tasks.ts', 'table may import only domain'],
    ['functions/files.ts', 'functions/table/table.ts', 'files may import only domain'],
    ['functions/market/tasks.ts', 'functions/handlers/tasks.ts', 'market may import only'],
    ['functions/market/tasks.ts', 'functions/http/serve.ts', 'market may import only'],
    ['functions/handlers/tasks.ts', 'functions/table/tasks.ts', 'handlers may import only'],
    ['functions/payouts/chain.ts', 'local/chain.ts', 'chain may import only'],
    ['functions/context.ts', 'functions/market/auth.ts', 'context may import only'],
    ['frontend/src/app/main.tsx', 'functions/market/tasks.ts', 'frontend may import only'],
    ['frontend/src/app/main.tsx', 'local/wallets.ts', 'frontend may import only'],
    ['infra/stack.ts', 'functions/handlers/tasks.ts', 'infra may import only domain'],
    ['contracts/deploy.ts', 'domain/brand.ts', 'contracts may import only contract interface'],
    ['local/start.ts', 'frontend/src/app/main.tsx', 'local may import only'],
    ['local/start.ts', 'test/support/browser.ts', 'only tests may import that'],
  ])('%s importing %s', (from, to, rule) => {
    const found = check(graphOf({ from, to, kind: 'file', typesOnly: false }))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`${from} imports ${to}, but `)
    expect(found[0]).toContain(rule)
  })

  test.each([
    ['functions/market/tasks.ts', '@aws-sdk/client-dynamodb'],
    ['functions/context.ts', '@aws-sdk/lib-dynamodb'],
    ['functions/market/uploads.ts', '@aws-sdk/client-s3'],
    ['functions/payouts/chain.ts', '@aws-sdk/client-kms'],
    ['functions/market/payouts.ts', 'ethers'],
    ['functions/handlers/tasks.ts', '@middy/core'],
    ['domain/task.ts', 'ulid'],
    ['domain/task.ts', 'node:crypto'],
    ['frontend/src/lib/http.ts', 'node:fs'],
  ])('%s importing the package %s', (from, to) => {
    const found = check(graphOf({ from, to, kind: 'package', typesOnly: false }))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(`${from} imports ${to}, but `)
  })

  test('a file that stands in no room', () => {
    expect(check({ files: ['functions/tools.ts'], imports: [] })).toEqual([
      'functions/tools.ts stands in no room: give it one in test/house/rooms.ts.',
    ])
  })

  test('a circle, and names the way round it, even when only types go round', () => {
    const [a, b, c, aside] = ['domain/a.ts', 'domain/b.ts', 'domain/c.ts', 'domain/aside.ts'] as const
    const edge = (from: string, to: string): Import => ({ from, to, kind: 'file', typesOnly: true })
    const imports = [
      edge(aside, a),
      edge(a, b),
      edge(b, c),
      edge(c, a),
      edge(c, aside.replace('aside', 'leaf')),
    ]
    expect(check({ files: [aside, a, b, c], imports })).toEqual([
      `These files import each other in a circle: ${a} → ${b} → ${c} → ${a}.`,
    ])
  })

  test('a file that imports itself', () => {
    const self: Import = { from: 'domain/a.ts', to: 'domain/a.ts', kind: 'file', typesOnly: false }
    expect(check(graphOf(self))).toHaveLength(1)
  })
})

describe('the rules allow', () => {
  test.each([
    ['functions/market/payouts.ts', 'functions/payouts/chain.ts'],
    ['functions/handlers/tasks.ts', 'functions/market/tasks.ts'],
    ['functions/payouts/chain.ts', 'contracts/abi.ts'],
    ['frontend/src/features/wallet/escrow.ts', 'contracts/abi.ts'],
    ['local/start.ts', 'functions/handlers/tasks.ts'],
    ['test/api/tasks.test.ts', 'local/engines.ts'],
  ])('%s importing %s', (from, to) => {
    expect(check(graphOf({ from, to, kind: 'file', typesOnly: false }))).toEqual([])
  })

  test('types, but nothing that runs, where a room may take types only', () => {
    const types: Import = {
      from: 'functions/handlers/a.ts',
      to: 'domain/api.ts',
      kind: 'file',
      typesOnly: true,
    }
    expect(check(graphOf(types))).toEqual([])
    expect(check(graphOf({ ...types, typesOnly: false }))).toEqual([
      'functions/handlers/a.ts imports domain/api.ts, but handlers may import only types from domain.',
    ])
  })
})

test('imports of every kind are seen', () => {
  const text = `
    import type { A } from './a.ts'
    import { type B, type C } from './b.ts'
    import './c.ts'
    export * from './d.ts'
    export { e } from './e.ts'
    const later = () => import('./f.ts')
    type G = import('./g.ts').G
    import { z } from 'zod/v4'
    import fs from 'node:fs/promises'
    import { KMSClient } from '@aws-sdk/client-kms/dist'
    import icon from '../icon.svg?url'
  `
  const found = importsOf('domain/x.ts', text).map(({ to, kind, typesOnly }) => [to, kind, typesOnly])
  expect(found).toEqual([
    ['domain/a.ts', 'file', true],
    ['domain/b.ts', 'file', true],
    ['domain/c.ts', 'file', false],
    ['domain/d.ts', 'file', false],
    ['domain/e.ts', 'file', false],
    ['domain/f.ts', 'file', false],
    ['domain/g.ts', 'file', true],
    ['zod', 'package', false],
    ['node:fs', 'package', false],
    ['@aws-sdk/client-kms', 'package', false],
    ['icon.svg', 'file', false],
  ])
})

test('an import without its ending means the file that is there', () => {
  const [found] = importsOf(
    'frontend/src/app/a.tsx',
    `import { b } from '../ui/b'`,
    new Set(['frontend/src/ui/b.tsx']),
  )
  expect(found?.to).toBe('frontend/src/ui/b.tsx')
})

function graphOf(one: Import) {
  return { files: one.kind === 'file' ? [...new Set([one.from, one.to])] : [one.from], imports: [one] }
}

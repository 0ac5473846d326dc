import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as payoutsCall from '../../functions/market/payouts.ts'
import type * as refundsCall from '../../functions/market/refunds.ts'
import type * as reviews from '../../functions/market/reviews.ts'
import type * as settling from '../../functions/payouts/settle.ts'
import type * as payouts from '../../functions/table/payouts.ts'
import type * as submissions from '../../functions/table/submissions.ts'
import type * as table from '../../functions/table/table.ts'
import type * as tasks from '../../functions/table/tasks.ts'
import type * as users from '../../functions/table/users.ts'
import { bugs } from './bugs.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The product's own code, or a copy of it with one bug planted. */
export interface Product {
  settling: typeof settling
  payoutsCall: typeof payoutsCall
  refundsCall: typeof refundsCall
  reviews: typeof reviews
  payouts: typeof payouts
  submissions: typeof submissions
  table: typeof table
  tasks: typeof tasks
  users: typeof users
}

/**
 * A bug is a change of the product's text as it is loaded: never on disk, and in copies of the modules of their own, by
 * a query in their addresses.
 */
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const bug = context.parentURL && new URL(context.parentURL).searchParams.get('bug')
    const isOurs = resolved.url.includes('/functions/')
    return bug && isOurs ? { ...resolved, url: `${resolved.url}?bug=${bug}` } : resolved
  },
  load(url, context, next) {
    const bug = url.startsWith('file:') && new URL(url).searchParams.get('bug')
    if (!bug) return next(url, context)
    const file = fileURLToPath(url.slice(0, url.indexOf('?')))
    return {
      format: 'module-typescript',
      source: planted(bug, path.relative(root, file)),
      shortCircuit: true,
    }
  },
})

function planted(bug: string, file: string): string {
  let source = readFileSync(path.join(root, file), 'utf8')
  for (const { in: where, from, to } of bugs[bug]?.changes ?? []) {
    if (where !== file) continue
    const parts: string[] = source.split(from)
    if (parts.length !== 2) throw new Error(`${bug}: ${file} has ${parts.length - 1} times:\n${from}`)
    source = parts.join(to)
  }
  return source
}

export async function loadProduct(bug: string | null = null): Promise<Product> {
  const load = (file: string) => import(`../../functions/${file}${bug ? `?bug=${bug}` : ''}`)
  const [settling, payoutsCall, refundsCall, reviews, payouts, submissions, table, tasks, users] =
    await Promise.all(
      [
        'payouts/settle.ts',
        'market/payouts.ts',
        'market/refunds.ts',
        'market/reviews.ts',
        'table/payouts.ts',
        'table/submissions.ts',
        'table/table.ts',
        'table/tasks.ts',
        'table/users.ts',
      ].map(load),
    )
  return { settling, payoutsCall, refundsCall, reviews, payouts, submissions, table, tasks, users }
}

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type * as events from '../../functions/events/consume.ts'
import type * as appeals from '../../functions/market/appeals.ts'
import type * as automaticVerdicts from '../../functions/market/automatic-verdicts.ts'
import type * as funding from '../../functions/market/funding.ts'
import type * as moderation from '../../functions/market/moderation.ts'
import type * as payoutsCall from '../../functions/market/payouts.ts'
import type * as refundsCall from '../../functions/market/refunds.ts'
import type * as reviews from '../../functions/market/reviews.ts'
import type * as submissionsCall from '../../functions/market/submissions.ts'
import type * as sender from '../../functions/payouts/sender.ts'
import type * as settling from '../../functions/payouts/settle.ts'
import type * as payouts from '../../functions/table/payouts.ts'
import type * as submissions from '../../functions/table/submissions.ts'
import type * as table from '../../functions/table/table.ts'
import type * as tasks from '../../functions/table/tasks.ts'
import type * as users from '../../functions/table/users.ts'
import type * as wallets from '../../functions/table/wallets.ts'
import { plantedFaults } from './planted-faults.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The modules of the product that the simulation calls. */
export interface Product {
  appeals: typeof appeals
  moderation: typeof moderation
  submissionsCall: typeof submissionsCall
  automaticVerdicts: typeof automaticVerdicts
  funding: typeof funding
  sender: typeof sender
  settling: typeof settling
  events: typeof events
  payoutsCall: typeof payoutsCall
  refundsCall: typeof refundsCall
  reviews: typeof reviews
  payouts: typeof payouts
  submissions: typeof submissions
  table: typeof table
  tasks: typeof tasks
  users: typeof users
  wallets: typeof wallets
}

/**
 * Plants a fault while Node loads the modules; files on disk are not changed. The query parameter `fault` of a module's URL
 * names the fault. Because of the parameter, Node caches the changed modules apart from the unchanged ones.
 */
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    const fault = context.parentURL && new URL(context.parentURL).searchParams.get('fault')
    const isOurs = resolved.url.includes('/functions/')
    return fault && isOurs ? { ...resolved, url: `${resolved.url}?fault=${fault}` } : resolved
  },
  load(url, context, next) {
    const fault = url.startsWith('file:') && new URL(url).searchParams.get('fault')
    if (!fault) return next(url, context)
    const file = fileURLToPath(url.slice(0, url.indexOf('?')))
    return {
      format: 'module-typescript',
      source: withFault(fault, path.relative(root, file)),
      shortCircuit: true,
    }
  },
})

function withFault(name: string, file: string): string {
  let source = readFileSync(path.join(root, file), 'utf8')
  for (const change of plantedFaults[name]?.changes ?? []) {
    if (change.file !== file) continue
    const parts: string[] = source.split(change.from)
    if (parts.length !== 2)
      throw new Error(
        `The text of fault ${name} must occur once in ${file}; it occurs ${parts.length - 1} times:\n${change.from}`,
      )
    source = parts.join(change.to)
  }
  return source
}

const files: Record<keyof Product, string> = {
  appeals: 'market/appeals',
  moderation: 'market/moderation',
  submissionsCall: 'market/submissions',
  automaticVerdicts: 'market/automatic-verdicts',
  funding: 'market/funding',
  sender: 'payouts/sender',
  settling: 'payouts/settle',
  events: 'events/consume',
  payoutsCall: 'market/payouts',
  refundsCall: 'market/refunds',
  reviews: 'market/reviews',
  payouts: 'table/payouts',
  submissions: 'table/submissions',
  table: 'table/table',
  tasks: 'table/tasks',
  users: 'table/users',
  wallets: 'table/wallets',
}

/** Loads the product, with one planted fault if its name is given. */
export async function loadProduct(fault: string | null = null): Promise<Product> {
  const load = async ([name, file]: [string, string]) => [
    name,
    await import(`../../functions/${file}.ts${fault ? `?fault=${fault}` : ''}`),
  ]
  return Object.fromEntries(await Promise.all(Object.entries(files).map(load)))
}

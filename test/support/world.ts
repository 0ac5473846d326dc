import { HDNodeWallet, JsonRpcProvider, type Wallet } from 'ethers'
import { inject } from 'vitest'
import type { SiteConfig } from '../../domain/config.ts'
import type { Task, TaskForm } from '../../domain/task.ts'
import { readConfig } from '../../functions/config.ts'
import { openServices, type Services } from '../../functions/context.ts'
import { Person } from '../../local/person.ts'

/** The running stack as tests see it: people with wallets, and the same services that the functions open. */
const { origin, rpcUrl, siteConfig, env } = inject('stack')

export const site = {
  origin,
  siteConfig: JSON.parse(siteConfig) as SiteConfig,
  provider: new JsonRpcProvider(rpcUrl, 3636, {
    staticNetwork: true,
    pollingInterval: 20,
    batchMaxCount: 1,
    cacheTimeout: -1,
  }),
}

const silent = { info: () => {}, warn: () => {}, error: () => {} }

/** The functions' own services on this stack, for what HTTP cannot show or break. */
export function openOwnServices(changes: Partial<Services> = {}): Services {
  Object.assign(process.env, env)
  return { ...openServices(readConfig(env)), log: silent, ...changes }
}

/** A stranger: a new wallet with gas and 5,000 TAX, not signed in. */
export async function stranger(): Promise<Person> {
  const wallet = HDNodeWallet.createRandom()
  const given = await fetch(`${origin}/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: new URL(origin).host },
    body: new URLSearchParams({ address: wallet.address }),
  })
  if (!given.ok) throw new Error(`The faucet answered ${given.status}`)
  return new Person(site, wallet as HDNodeWallet & Wallet)
}

/** Somebody new who is signed in. */
export async function somebody(): Promise<Person & { id: string }> {
  const person = await stranger()
  const { id } = await person.signIn()
  return Object.assign(person, { id })
}

export const form = {
  title: 'Describe your street',
  description: 'What do you see at six in the morning?',
  requirements: 'Five sentences.',
  category: 'Content',
  reward: 50,
  maxCompletions: 5,
  estimatedTime: 10,
  submissionType: 'text',
} as const satisfies TaskForm

/** A poster with a funded task. */
export async function postedTask(
  changes: Partial<TaskForm> = {},
): Promise<{ poster: Person & { id: string }; task: Task }> {
  const poster = await somebody()
  return { poster, task: await poster.post({ ...form, ...changes }) }
}

/** Somebody new who has submitted a text to the task. */
export async function submittedTo(task: Task) {
  const doer = await somebody()
  const submission = await doer.call('POST /api/submissions', {
    taskId: task.id,
    proofText: 'A tram and a blackbird.',
  })
  return { doer, submission }
}

/** The status of a raw request, and its body's message. */
export async function statusOf(answer: Promise<Response>): Promise<[number, string]> {
  const { status, ...rest } = await answer.then(async (one) => ({
    status: one.status,
    body: await one.json(),
  }))
  return [status, String((rest.body as { message?: unknown }).message ?? '')]
}

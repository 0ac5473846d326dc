import { randomBytes } from 'node:crypto'
import { HDNodeWallet, JsonRpcProvider } from 'ethers'
import type { SiteConfig } from '../../domain/config.ts'
import type { Task, TaskForm } from '../../domain/task.ts'
import type { User } from '../../domain/user.ts'
import { type PayoutServices, withSender } from '../../functions/payouts/run.ts'
import { readConfig } from '../../functions/runtime/config.ts'
import { openServices, type Services, type UserContext } from '../../functions/runtime/context.ts'
import * as tasks from '../../functions/table/tasks.ts'
import * as users from '../../functions/table/users.ts'
import type { RunningStack } from './in-process-stack.ts'
import { form } from './task-form.ts'
import { TestUser } from './test-user.ts'

/** A signed-in user. */
export type Known = TestUser & { id: string }

const silent: Services['log'] = {
  info: () => {},
  warn: () => {},
  error: () => {},
  appendKeys: () => {},
  createChild: () => silent,
}

/** Opens what tests need of a running stack: users with wallets, and the services that the functions use. */
export function openFixture({ origin, rpcUrl, siteConfig, env }: RunningStack) {
  const site = {
    origin,
    siteConfig: JSON.parse(siteConfig) as SiteConfig,
    provider: new JsonRpcProvider(rpcUrl, 3636, {
      staticNetwork: true,
      pollingInterval: 20,
      batchMaxCount: 1,
      cacheTimeout: -1,
    }),
  }

  /** The services of `settle` on this stack, for tests that replace some of them or read the table. */
  function openOwnServices(changes: Partial<PayoutServices> = {}): PayoutServices {
    Object.assign(process.env, env)
    return { ...withSender(openServices(readConfig(env))), log: silent, ...changes }
  }

  /**
   * The context that `serve` gives to a use case when this user calls it. `changes` replaces some services, such as
   * the clock.
   */
  function contextOf(user: User, changes: Partial<Services> = {}): UserContext {
    const { sender: _, ...services } = openOwnServices(changes)
    return {
      ...services,
      requestId: 'a-test',
      sourceIp: '127.0.0.1',
      user,
      client: { device: 'Unknown device', network: '127.0.0.0/24', deviceToken: null },
      session: { id: 'a-test', createdAt: new Date(services.now()).toISOString() },
    }
  }

  /** A new person with an empty wallet, not signed in. */
  const newVisitor = () => new TestUser(site, HDNodeWallet.fromSeed(randomBytes(32)))

  /** A new person whose wallet has gas and 5,000 TAX, not signed in. */
  async function newFundedVisitor(): Promise<TestUser> {
    const person = newVisitor()
    const given = await fetch(`${origin}/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: new URL(origin).host },
      body: new URLSearchParams({ address: person.wallet.address }),
    })
    if (!given.ok) throw new Error(`The faucet answered ${given.status}`)
    return person
  }

  async function signedIn(person: TestUser): Promise<Known> {
    const { id } = await person.signIn()
    return Object.assign(person, { id })
  }

  /** A new signed-in user whose wallet has gas and 5,000 TAX. */
  const newFundedUser = async (): Promise<Known> => signedIn(await newFundedVisitor())

  /** A new signed-in user with an empty wallet. */
  const newUser = (): Promise<Known> => signedIn(newVisitor())

  /** Gives a user admin rights. */
  async function makeAdmin<Person extends TestUser>(person: Person): Promise<Person> {
    const user = await person.call('GET /api/user', {})
    await users.setAdmin(openOwnServices().table, user, true, new Date().toISOString())
    return person
  }

  /** A new signed-in user with admin rights. */
  const newAdmin = async (): Promise<Known> => makeAdmin(await newUser())

  /** A stored task and a stored user, with the fields that the API does not show. */
  const storedTask = (id: string) => required(tasks.get(openOwnServices().table, id))
  const storedUser = (id: string) => required(users.get(openOwnServices().table, id))

  /** A new user and a funded task of that user. */
  async function postedTask(changes: Partial<TaskForm> = {}): Promise<{ poster: Known; task: Task }> {
    const poster = await newFundedUser()
    const { fundedBy: _, ...task } = await poster.post({ ...form, ...changes })
    return { poster, task }
  }

  /** A new user and a text submission of that user to the task. */
  async function submittedTo(task: Task) {
    const doer = await newUser()
    return { doer, submission: await doer.submitTo(task) }
  }

  /** A new user, a funded task of that user, and an approved submission of another new user to it. */
  async function approvedProof(changes: Partial<TaskForm> = {}) {
    const posted = await postedTask(changes)
    const submitted = await submittedTo(posted.task)
    await posted.poster.approve(submitted.submission)
    return { ...posted, ...submitted }
  }

  return {
    site,
    openOwnServices,
    contextOf,
    newVisitor,
    newFundedVisitor,
    newFundedUser,
    newUser,
    makeAdmin,
    newAdmin,
    storedTask,
    storedUser,
    postedTask,
    submittedTo,
    approvedProof,
  }
}

async function required<Item>(item: Promise<Item | undefined>): Promise<Item> {
  const found = await item
  if (!found) throw new Error('There is no such item')
  return found
}

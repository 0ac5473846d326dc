import { setTimeout } from 'node:timers/promises'
import { formatEther, HDNodeWallet, parseEther, Wallet } from 'ethers'
import { deployFromSettings } from '../../contracts/deploy.ts'
import { readDeploySettings } from '../../contracts/deploy-settings.ts'
import { problemOfEscrow } from '../../contracts/deployed.ts'
import { brand } from '../../domain/brand.ts'
import { chain, smallPayout } from '../../domain/limits.ts'
import { smoke } from '../../functions/canary/smoke.ts'
import { reconcile } from '../../functions/payouts/reconcile.ts'
import * as users from '../../functions/table/users.ts'
import {
  contractsParameter,
  type FurtherStack,
  findPlaceholder,
  refuseOtherAccount,
  stackNameInUsEast1,
  usEast1,
} from '../../infra/stage.ts'
import { setAdmin } from '../admin.ts'
import { ApiUser } from '../api-user.ts'
import { payReward } from '../pay-reward.ts'
import { isVerified, verify } from './explorer.ts'
import type { Step } from './runner.ts'
import { problemOfSite } from './site-address.ts'
import { isDeployed } from './stack-status.ts'
import type { World } from './world.ts'

/** The services that the stack needs, as AWS's list of services by region names them. */
const services = ['apigateway', 'dynamodb', 'events', 'kms', 'lambda', 'secretsmanager', 'sns', 'sqs']

/** Lambda keeps this much of an account's concurrency unreserved. */
const unreserved = 100

/** The least concurrency that can be reserved for `settle` (infra/stage.ts). */
const leastReserved = 2

/** Milliseconds between two reads of `/config.json`, which is cached for a minute, and the number of reads. */
const configReads = { between: 3000, most: 50 }

/** A task that pays once, at once: the least reward that waits for no others. It stays on the site as a completed task. */
const firstTask = {
  title: `Check that ${brand} pays`,
  description: 'The operators of this site posted this task to check a payment.',
  requirements: 'Nothing is left to do.',
  category: 'Content',
  reward: smallPayout,
  maxCompletions: 1,
  estimatedTime: 1,
  submissionType: 'text',
  proofText: 'The launch of this site submitted this proof.',
} as const

/** @throws RangeError with this sentence if the condition is not true */
function expects(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new RangeError(sentence)
}

/** The steps from an empty account to a site that pays. */
export const launchSteps = (world: World): Step[] => [
  ...accountSteps(world),
  ...stackSteps(world),
  ...contractSteps(world),
  ...siteSteps(world),
]

function accountSteps({ aws, region, secrets, stackName, stage, withNode }: World): Step[] {
  const place = `stages.${stage.name}`
  return [
    {
      name: 'Account',
      async isDone() {
        const account = await aws.account()
        const placeholder = findPlaceholder(stage, place)
        expects(!placeholder, `Set ${placeholder} in cdk.json: it is a placeholder.`)
        refuseOtherAccount(stage, account)
        expects(
          stage.admins[0] || !stage.keepData,
          `Set ${place}.admins in cdk.json, because keepData is true: only admins decide appeals and reports.`,
        )
        expects(stage.region || !stage.keepData, `Set ${place}.region in cdk.json, because keepData is true.`)
        const missing = await aws.missingServices([...services, ...(stage.mailFrom ? ['ses'] : [])])
        expects(!missing[0], `Choose another region than ${region}: it has no ${missing.join(', ')}.`)
        const certificate = stage.domain && (await aws.certificateStatus(stage.domain.certificate))
        expects(
          !certificate || certificate === 'ISSUED',
          `Validate the certificate of ${stage.domain?.name} in ACM: its status is ${certificate}.`,
        )
        const quota = await aws.concurrency()
        const request = 'Request 1,000 under Service Quotas, AWS Lambda, "Concurrent executions".'
        expects(
          !stage.settleConcurrency || quota >= unreserved + stage.settleConcurrency,
          `Set ${place}.settleConcurrency to null until the quota of ${quota} concurrent runs is higher. ${request}`,
        )
        const isEnough = quota >= unreserved + leastReserved
        expects(
          !stage.keepData || stage.settleConcurrency || !isEnough,
          `Set ${place}.settleConcurrency to ${leastReserved} and deploy, so that a flood of API calls cannot delay payouts.`,
        )
        return `${account}, ${region}, ${quota} concurrent runs${isEnough ? '' : `. ${request}`}`
      },
    },
    {
      name: 'Node URL',
      isDone: async () => {
        const stored = await aws.parameter(stage.rpcUrlParameter)
        // The parameter of a deleted stack remains. Without a stack, no function has read it.
        const isReplaced = secrets.RPC_URL && secrets.RPC_URL !== stored && !(await aws.stack(stackName))
        return stored && !isReplaced
          ? withNode(async (node) => {
              const found = Number(await node.send('eth_chainId', []))
              expects(
                found === chain.id,
                `The node in ${stage.rpcUrlParameter} is of the chain ${found}, not ${chain.id}. Store another URL: aws ssm put-parameter --overwrite --type SecureString --name ${stage.rpcUrlParameter} --value ….`,
              )
              return `in ${stage.rpcUrlParameter}, of the chain ${chain.id}`
            })
          : null
      },
      async run() {
        if (secrets.RPC_URL) await aws.putParameter(stage.rpcUrlParameter, secrets.RPC_URL, 'SecureString')
      },
      waitsFor: () => 'Give the URL of the functions’ node as RPC_URL.',
    },
  ]
}

function stackSteps(world: World): Step[] {
  const { aws, cdk, deleteFailedStack, formerContracts, output, region, stackName, stage } = world
  const { storeContracts } = world
  const isElsewhere = stage.region && region !== usEast1
  const further = (name: FurtherStack) => ({
    name: stackNameInUsEast1(stackName, region, name),
    region: usEast1,
  })
  const withAlarms = [{ name: stackName, region }, ...(isElsewhere ? [further('global')] : [])]
  const stacks = [...withAlarms, ...(isElsewhere && stage.firewall ? [further('firewall')] : [])]
  /** The status of a stack. A stack that is missing counts as deleted. */
  const statusOf = async (name: string, region: string) =>
    (await aws.stack(name, region))?.status ?? 'DELETE_COMPLETE'
  return [
    {
      name: 'Bootstrap',
      async isDone() {
        const regions = new Set(stacks.map((one) => one.region))
        for (const region of regions) {
          const status = await statusOf('CDKToolkit', region)
          // After a failed update, the former version works.
          const isUsable = status === 'UPDATE_ROLLBACK_COMPLETE'
          if (!isUsable && !isDeployed({ name: 'CDKToolkit', region, status }, deleteFailedStack)) return null
        }
        return `the stack CDKToolkit exists in ${[...regions].join(' and ')}`
      },
      run: () => cdk(['bootstrap']),
    },
    {
      name: 'Stack',
      async isDone() {
        const found = await Promise.all(
          stacks.map(async (one) => {
            const status = await statusOf(one.name, one.region)
            const isFailed = status.startsWith('ROLLBACK_')
            return { ...one, status, reason: isFailed ? await aws.firstFailure(one.name, one.region) : '' }
          }),
        )
        const deployed = found.filter((one) => isDeployed(one, deleteFailedStack))
        return deployed.length === stacks.length ? `${stackName} is deployed` : null
      },
      async run() {
        // Asked before a stack exists: money that an earlier stack left is found before anything is created.
        const former = await formerContracts()
        // The functions of the new stack must not use these contracts.
        if (former && !former.stack) await storeContracts(former, 'deleted')
        await cdk(['deploy', '--all'])
      },
      waitsFor: async () => `CloudFormation has not finished: ${await statusOf(stackName, region)}.`,
    },
    {
      name: 'Alarm mail',
      async isDone() {
        if (!stage.alarmEmail) return 'none: alarmEmail is null'
        for (const { name, region } of withAlarms) {
          const { AlarmTopic = '' } = (await aws.stack(name, region))?.outputs ?? {}
          if (!(await aws.isSubscribed(AlarmTopic, stage.alarmEmail))) return null
        }
        return `${stage.alarmEmail} has confirmed`
      },
      waitsFor: () =>
        `Confirm every e-mail that AWS sent to ${stage.alarmEmail}: until then no alarm is delivered.`,
    },
    {
      name: 'Mail',
      async isDone() {
        const sender = stage.mailFrom
        if (!sender) return 'none: mailFrom is null'
        const domain = sender.slice(sender.indexOf('@') + 1)
        expects(
          (await aws.isVerifiedSender(domain)) || (await aws.isVerifiedSender(sender)),
          `Verify ${domain} in Amazon SES in ${region}: until then no mail is sent from ${sender}.`,
        )
        expects(
          await aws.isOutOfMailSandbox(),
          `Request production access in Amazon SES in ${region}: until then mail reaches only addresses that you have verified.`,
        )
        return `SES sends from ${sender} to everybody`
      },
    },
    {
      name: 'Address',
      async isDone() {
        const origin = await output('SiteOrigin')
        const pointName =
          stage.domain && !stage.domain.hostedZone
            ? `Point ${stage.domain.name} to ${await output('DomainTarget')} (a CNAME, or an alias at the zone’s apex).`
            : 'DNS may take some minutes.'
        const problem = await problemOfSite(origin, pointName)
        expects(!problem, `${problem}`)
        return `${origin} answers`
      },
    },
  ]
}

function contractSteps(world: World): Step[] {
  const { aws, contracts, deployed, operator, print, secrets, settings, stage, withNode } = world
  return [
    { name: 'Operator', isDone: async () => `the signing key has the address ${await operator()}` },
    {
      name: 'Contracts',
      isDone: () =>
        withNode(async (node) => {
          const found = await contracts()
          if (!found) return null
          const problem = await problemOfEscrow(node, found.escrow, {
            operator: await operator(),
            token: found.token,
            ...(settings.OWNER_ADDRESS && { owner: settings.OWNER_ADDRESS }),
          })
          expects(!problem, `${problem} Correct the parameter ${contractsParameter(stage)}.`)
          return JSON.stringify(found)
        }),
      run: () =>
        withNode(async (node) => {
          for (const name of ['OWNER_ADDRESS', 'GUARDIAN_ADDRESS'])
            expects(settings[name] || !stage.keepData, `Set ${name}, because keepData is true.`)
          const OPERATOR_ADDRESS = await operator()
          const former = await world.formerContracts()
          // The TAX in people's wallets keeps its value.
          const reused = former && (await node.getCode(former.token)) !== '0x' ? former : null
          const { TOKEN_ADDRESS = reused?.token } = settings
          expects(
            TOKEN_ADDRESS || world.newToken || !stage.keepData,
            'Set TOKEN_ADDRESS to the token of the rewards, or add --new-token to deploy a new one, whose supply the owner gets.',
          )
          const own = { ...settings, ...secrets, OPERATOR_ADDRESS, TOKEN_ADDRESS }
          if (former) print(`These contracts replace those of the deleted stack: ${JSON.stringify(former)}.`)
          const addresses = await deployFromSettings(readDeploySettings(own), node, print)
          const votes = addresses.token === reused?.token ? { votes: reused.votes } : {}
          const stackId = (await aws.stack(world.stackName))?.id ?? ''
          await world.storeContracts({ ...votes, ...addresses }, stackId)
        }),
    },
    {
      name: 'Sources',
      async isDone() {
        const api = stage.explorerApi
        if (!api) return 'not verified: explorerApi is null'
        const verified = await Promise.all((await deployed()).map((one) => isVerified(api, one)))
        return verified.every(Boolean) ? 'verified on the explorer' : null
      },
      async run() {
        const api = stage.explorerApi ?? ''
        for (const one of await deployed()) if (!(await isVerified(api, one))) await verify(api, one)
      },
      waitsFor: () => 'The explorer does not show the sources yet.',
    },
    {
      name: 'Gas',
      isDone: () =>
        withNode(async (node) => {
          const gas = await node.getBalance(await operator())
          return gas >= parseEther(String(stage.leastGas))
            ? `the operator has ${formatEther(gas)} coins`
            : null
        }),
      waitsFor: async () =>
        `Send at least ${stage.leastGas} coins of the chain ${chain.id} to the operator ${await operator()}.`,
    },
  ]
}

function siteSteps(world: World): Step[] {
  const { contracts, output, print, secrets, site, skipPayment, stage, withNode, withServices } = world
  const isInUse = async () =>
    (await site()).escrowAddress.toLowerCase() === (await contracts())?.escrow.toLowerCase()
  return [
    {
      name: 'Configuration',
      isDone: async () => ((await isInUse()) ? '/config.json names the contracts' : null),
      async run() {
        for (let reads = 0; reads < configReads.most && !(await isInUse()); reads++)
          await setTimeout(configReads.between)
      },
      waitsFor: () =>
        '/config.json does not name the contracts of the parameter. Functions keep addresses that they have read: docs/runbooks/wrong-escrow-address.md.',
    },
    {
      name: 'Admins',
      isDone: () =>
        withServices(async ({ table }) => {
          if (stage.admins.length === 0) return 'none: admins is empty'
          const found = await Promise.all(stage.admins.map((wallet) => users.byWallet(table, wallet)))
          return found.every((user) => user?.isAdmin) ? `${found.length} appointed` : null
        }),
      run: () =>
        withServices(async ({ table }) => {
          for (const wallet of stage.admins) await setAdmin(table, wallet, true)
        }),
      waitsFor: async () =>
        `Sign in at ${await output('SiteOrigin')} with each wallet of admins: ${stage.admins.join(', ')}.`,
    },
    {
      name: 'Smoke test',
      async isDone() {
        let passed = 0
        for await (const { check, problem } of smoke(await output('SiteOrigin'), Wallet.createRandom())) {
          expects(!problem, `${check}: ${problem}.`)
          passed++
        }
        return `${passed} checks passed`
      },
    },
    {
      name: 'First payment',
      async isDone() {
        if (skipPayment) return 'skipped'
        const { paid } = await withServices((services) => reconcile(services))
        return paid > 0 ? `the contract has paid ${paid} CENTS` : null
      },
      async run() {
        const { PAYER_KEY } = secrets
        if (!PAYER_KEY) return
        const [origin, siteConfig] = [await output('SiteOrigin'), await site()]
        await withNode(async (provider) => {
          const user = (wallet: Wallet | HDNodeWallet) =>
            new ApiUser({ origin, siteConfig, provider }, wallet)
          const report = (step: string, detail: string) => print(`        ${step}: ${detail}`)
          await payReward(user(new Wallet(PAYER_KEY)), user(HDNodeWallet.createRandom()), firstTask, report)
        })
      },
      waitsFor: () =>
        `Give the key of a wallet with ${smallPayout} CENTS and coins for gas as PAYER_KEY, or add --skip-payment.`,
    },
    {
      name: 'Reconciliation',
      async isDone() {
        const { differences, held, paid } = await withServices((services) => reconcile(services))
        expects(!differences[0], `Chain and table differ: ${differences.join('; ')}.`)
        return `chain and table agree; held ${held}, paid ${paid} CENTS`
      },
    },
    {
      name: 'Protection',
      isDone: async () => {
        if (!stage.keepData) return 'none: keepData is false'
        return (await world.aws.stack(world.stackName))?.isProtected ? 'the stack cannot be deleted' : null
      },
      run: async () => {
        if (stage.protected) await world.cdk(['deploy', '--all'])
      },
      waitsFor: () => `Set stages.${stage.name}.protected in cdk.json to true.`,
    },
  ]
}

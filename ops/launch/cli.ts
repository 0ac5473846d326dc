// npm run launch -- --stage prod
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readStage } from '../../infra/stage.ts'
import { runCommand } from '../command.ts'
import { openAws } from './aws.ts'
import { runSteps } from './runner.ts'
import { takeSecrets } from './secrets.ts'
import { launchSteps } from './steps.ts'
import { openWorld } from './world.ts'

const usage = `npm run launch -- --stage prod   leads from an empty account to a site that pays; it can be stopped and run again

  --secrets FILE          reads secrets from a file that only you may read, as lines NAME=value
  --delete-failed-stack   lets the CDK delete a stack whose first deployment failed
  --new-token             deploys a new token, which a stage with keepData gets only with this option
  --skip-payment          makes no payment of 10 CENTS
  --leave-escrow 0x…      replaces this escrow of a deleted stack although it holds money, which only its funders get back

The secrets are RPC_URL (node of the functions), DEPLOYER_KEY (deploys the contracts) and PAYER_KEY (pays 10 CENTS). Without
--secrets they are environment variables. OWNER_ADDRESS, GUARDIAN_ADDRESS, DAILY_LIMIT and TOKEN_ADDRESS set up the contracts.`

const root = join(import.meta.dirname, '..', '..')

function readArguments(args: string[]) {
  if (args.some((arg) => /[\da-f]{64}$|https?:/i.test(arg)))
    throw new RangeError(
      `A secret must be no argument, because arguments stay in the shell’s history.\n\n${usage}`,
    )
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  const options = {
    stage: text,
    secrets: text,
    'delete-failed-stack': flag,
    'leave-escrow': text,
    'new-token': flag,
    'skip-payment': flag,
  }
  try {
    return parseArgs({ args, options }).values
  } catch {
    throw new RangeError(usage)
  }
}

/** Runs a command of the CDK, which asks in the terminal for what it needs. */
const runCdk = (command: string[], stage: string) =>
  new Promise<void>((resolve, reject) => {
    const args = [join(root, 'node_modules', 'aws-cdk', 'bin', 'cdk'), ...command, '-c', `stage=${stage}`]
    spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }).on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new RangeError(`"cdk ${command[0]}" failed. Correct what its output says.`)),
    )
  })

async function run(args: string[]) {
  const values = readArguments(args)
  if (!values.stage) throw new RangeError(usage)
  const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8'))
  const stage = readStage((key) => (key === 'stage' ? values.stage : context[key]))
  const secrets = takeSecrets(values.secrets, process.env)
  const region = stage.region ?? process.env.AWS_REGION
  if (!region) throw new RangeError('Set AWS_REGION to the region of the stage.')
  process.env.AWS_REGION = region
  const world = openWorld({
    stage,
    region,
    aws: openAws(region),
    cdk: (command) => runCdk(command, stage.name),
    settings: process.env,
    secrets,
    deleteFailedStack: values['delete-failed-stack'],
    leaveEscrow: values['leave-escrow'],
    skipPayment: values['skip-payment'],
    newToken: values['new-token'],
    print: console.log,
  })
  const ok = await runSteps(launchSteps(world), console.log)
  return { output: ok ? `\nThe site pays: ${await world.output('SiteOrigin')}` : '', ok }
}

await runCommand(run)

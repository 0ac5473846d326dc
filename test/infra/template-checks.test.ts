import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { AwsSolutionsChecks } from 'cdk-nag'
import { brand } from '../../domain/brand.ts'
import flags from '../../infra/feature-flags.json' with { type: 'json' }
import type { Stage } from '../../infra/stage.ts'
import { account, resolveIntrinsics, stackOf, stageOf } from '../support/synthesized-stack.ts'

const domain = {
  name: 'market.site.test',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
  hostedZone: { id: 'Z0123456789', name: 'site.test' },
}

const costMonitor = `arn:aws:ce::${account}:anomalymonitor/12345678-1234-1234-1234-123456789012`

const stages: [what: string, stage: Stage][] = [
  ['dev as in cdk.json', stageOf('dev')],
  [
    'prod with every option, in two regions',
    stageOf('prod', { region: 'eu-central-1', domain, signerKeys: ['B', 'A'], costMonitor, tracing: true }),
  ],
]

type Named = Record<string, unknown>
interface Resource {
  Type: string
  Properties?: Named
}

/** Synthesizes a stage with cdk-nag; returns the findings and the templates' paths. */
function synthesize(stage: Stage, change: (stack: ReturnType<typeof stackOf>) => void = () => {}) {
  const app = new App({ context: flags })
  const stack = stackOf(stage, app)
  change(stack)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  const { stacks } = app.synth()
  const report = JSON.parse(readFileSync(path.join(app.outdir, 'validation-report.json'), 'utf8'))
  return {
    findings: JSON.stringify(report.pluginReports),
    templates: stacks.map(({ templateFullPath }) => templateFullPath),
  }
}

describe.each(stages)('The stack of %s', (_, stage) => {
  const { findings, templates } = synthesize(stage)

  test('cdk-nag’s AwsSolutions finds nothing that is not acknowledged with a reason', () => {
    expect(findings).toBe('[]')
  })

  test('cfn-lint, if installed, finds nothing in the templates', ({ skip }) => {
    const { error, status, stdout } = spawnSync('cfn-lint', templates, { encoding: 'utf8' })
    if (error) return skip('cfn-lint is not installed')
    expect([stdout, status]).toEqual(['', 0])
  })
})

describe('Two stages of the same name in two regions of one account', () => {
  /** Where a resource type has a name that is unique in the whole account, and the length that AWS allows. */
  const globalNames: Record<string, [path: string, limit: number]> = {
    'AWS::CloudFront::CachePolicy': ['CachePolicyConfig.Name', 128],
    'AWS::CloudFront::OriginRequestPolicy': ['OriginRequestPolicyConfig.Name', 128],
    'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig.Name', 128],
    'AWS::CloudFront::Function': ['Name', 64],
    'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig.Name', 64],
    'AWS::CloudWatch::Dashboard': ['DashboardName', 255],
    'AWS::CE::AnomalySubscription': ['SubscriptionName', 1024],
    'AWS::Budgets::Budget': ['Budget.BudgetName', 100],
    'AWS::IAM::Role': ['RoleName', 64],
    'AWS::IAM::ManagedPolicy': ['ManagedPolicyName', 128],
    'AWS::S3::Bucket': ['BucketName', 63],
  }
  const mustHave = Object.keys(globalNames).slice(0, 7)

  /** The global names of a stage with the longest name that a stage may have, and its stacks with their regions. */
  function namesIn(region: Stage['region']) {
    const app = new App({ context: flags })
    stackOf({ ...stageOf('prod', { region, costMonitor }), name: 'a'.repeat(12) }, app)
    const { stacks } = app.synth()
    const resources = stacks.flatMap(({ template }) => Object.values<Resource>(template.Resources))
    const names = resources.flatMap(({ Type, Properties }) => {
      const [path = '', limit = 0] = globalNames[Type] ?? []
      const name = path
        .split('.')
        .reduce((value: unknown, key) => (value as Named | undefined)?.[key], Properties)
      return path && name ? [{ Type, name: resolveIntrinsics(name), limit }] : []
    })
    return { names, stacks: stacks.map((one) => `${one.environment.region} ${one.stackName}`) }
  }
  const [one, other] = [namesIn('ap-southeast-1'), namesIn('ap-southeast-2')]

  test('They have no global name in common, and no stack', () => {
    expect(new Set(one.names.map(({ Type }) => Type))).toEqual(new Set([...mustHave, 'AWS::S3::Bucket']))
    const taken = new Set(one.names.map(({ Type, name }) => `${Type} ${name}`))
    // CloudFormation puts a random id for each stack in the place of the stack's id.
    const common = other.names.filter(
      ({ Type, name }) => taken.has(`${Type} ${name}`) && !name.includes('<AWS::StackId>'),
    )
    expect(common).toEqual([])
    expect(one.stacks.filter((name) => other.stacks.includes(name))).toEqual([])
  })

  test('Their global names are not longer than AWS allows', () => {
    for (const { Type, name, limit } of other.names) {
      // The stack of a real stage begins with the brand, and a stack has an id of 36 characters.
      const real = name.replace(/^Test/, brand).replace('<AWS::StackId>[2]', 'i'.repeat(36))
      expect(real.length, `${Type} ${name}`).toBeLessThanOrEqual(limit)
    }
  })
})

test('cdk-nag stops the synthesis when a bucket without TLS enforcement is added', () => {
  expect(() => synthesize(stageOf('dev'), (stack) => new Bucket(stack, 'Unprotected'))).toThrow(
    /Unprotected[\s\S]*AwsSolutions-S10/,
  )
})

test('feature-flags.json has a value for every feature flag of the CDK', () => {
  const known = Object.keys(recommended)
  expect(known.filter((flag) => !(flag in flags))).toEqual([])
})

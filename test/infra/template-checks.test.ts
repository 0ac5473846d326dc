import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { AwsSolutionsChecks } from 'cdk-nag'
import flags from '../../infra/feature-flags.json' with { type: 'json' }
import type { Stage } from '../../infra/stage.ts'
import { account, stackOf, stageOf } from '../support/synthesized-stack.ts'

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

test('cdk-nag stops the synthesis when a bucket without TLS enforcement is added', () => {
  expect(() => synthesize(stageOf('dev'), (stack) => new Bucket(stack, 'Unprotected'))).toThrow(
    /Unprotected[\s\S]*AwsSolutions-S10/,
  )
})

test('feature-flags.json has a value for every feature flag of the CDK', () => {
  const known = Object.keys(recommended)
  expect(known.filter((flag) => !(flag in flags))).toEqual([])
})

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { App, Validations } from 'aws-cdk-lib'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import recommended from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import { AwsSolutionsChecks } from 'cdk-nag'
import { describe, expect, test } from 'vitest'
import flags from '../../infra/feature-flags.json' with { type: 'json' }
import type { Stage } from '../../infra/stage.ts'
import { contracts, stackOf, stageOf } from '../support/synthesized-stack.ts'

const domain = {
  name: 'market.site.test',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
  hostedZone: { id: 'Z0123456789', name: 'site.test' },
}
const operatorRole = 'arn:aws:iam::123456789012:role/operators'

const stages: [what: string, stage: Stage][] = [
  ['dev as it is', stageOf('dev')],
  ['prod with everything', stageOf('prod', { contracts, domain, operatorRole, signerKeys: ['B', 'A'] })],
]

/** What AWS's rules find in a stack, and its template's file. */
function examined(stage: Stage, spoil: (stack: ReturnType<typeof stackOf>) => void = () => {}) {
  const app = new App({ context: flags })
  const stack = stackOf(stage, app)
  spoil(stack)
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
  const report = JSON.parse(readFileSync(path.join(app.outdir, 'validation-report.json'), 'utf8'))
  return { found: JSON.stringify(report.pluginReports), template: path.join(app.outdir, stack.templateFile) }
}

describe.each(stages)('%s', (_, stage) => {
  const { found, template } = examined(stage)

  test('has no finding of cdk-nag’s AwsSolutions that is not explained', () => {
    expect(found).toBe('[]')
  })

  test('is clean to cfn-lint, where that is installed', ({ skip }) => {
    const { error, status, stdout } = spawnSync('cfn-lint', [template], { encoding: 'utf8' })
    if (error) return skip('cfn-lint is not installed')
    expect([stdout, status]).toEqual(['', 0])
  })
})

test('a bucket that anybody adds without care is found', () => {
  expect(() => examined(stageOf('dev'), (stack) => new Bucket(stack, 'Careless'))).toThrow(
    /Careless[\s\S]*AwsSolutions-S10/,
  )
})

test('every flag that the CDK knows is decided, so that an upgrade changes nothing by itself', () => {
  const known = Object.keys(recommended)
  expect(known.filter((flag) => !(flag in flags))).toEqual([])
})

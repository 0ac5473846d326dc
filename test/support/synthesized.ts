import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { originMark } from '../../infra/bundle.ts'
import { Marketplace } from '../../infra/stack.ts'
import { readStage, type Stage } from '../../infra/stage.ts'
import { root } from '../house/files.ts'

export const settings = JSON.parse(readFileSync(path.join(root, 'cdk.json'), 'utf8')) as {
  context: { stages: Record<string, Record<string, unknown>> }
}

/** A stage as cdk.json has it, with these changes. */
export function stageOf(name: string, changes: Partial<Stage> = {}): Stage {
  const stages = { ...settings.context.stages, [name]: { ...settings.context.stages[name], ...changes } }
  return readStage((key) => (key === 'stage' ? name : key === 'stages' ? stages : undefined))
}

/** The page of a site that was built for the stack of a test. */
export const page = `<meta property="og:image" content="${originMark}/card.png">`

/** The stack of a stage, without bundling anything. */
export function stackOf(stage: Stage, app = new App({ context: settings.context })): Marketplace {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'assets', 'page-1a2b3c4d.js'), '')
  return new Marketplace(app, `Test-${stage.name}`, {
    stage,
    site: { folder, page },
    codeOf: (name) => Code.fromInline(`// ${name}`),
    ...(stage.region && { env: { region: stage.region } }),
  })
}

const known = new Map<string, Template>()

/** The template of a stage, synthesized once. */
export function templateOf(name: string, changes: Partial<Stage> = {}): Template {
  const key = JSON.stringify([name, changes])
  const template = known.get(key) ?? Template.fromStack(stackOf(stageOf(name, changes)))
  known.set(key, template)
  return template
}

export const contracts = {
  token: `0x${'1'.repeat(40)}`,
  escrow: `0x${'2'.repeat(40)}`,
  deployBlock: 12,
}

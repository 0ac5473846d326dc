import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { App, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { originPlaceholder } from '../../infra/bundle.ts'
import flags from '../../infra/feature-flags.json' with { type: 'json' }
import { Marketplace } from '../../infra/stack.ts'
import { type FurtherStack, readStage, type Stage, stackNameInUsEast1 } from '../../infra/stage.ts'
import { root } from '../repository/repository-files.ts'

export const settings = JSON.parse(readFileSync(path.join(root, 'cdk.json'), 'utf8')) as {
  app: string
  context: { stages: Record<string, Record<string, unknown>> }
}

/** The account of prod in synthesized stacks. */
export const account = '123456789012'

/**
 * A stage of cdk.json with these changes. Its placeholder hosts end in .test instead of .example. Prod has the settings of a
 * launched stage.
 */
export function stageOf(name: string, changes: Partial<Stage> = {}): Stage {
  const launched = name === 'prod' && { account, protected: true, settleConcurrency: 2 }
  const stage = { ...settings.context.stages[name], ...launched, ...changes }
  const changed = { ...settings.context.stages, [name]: stage }
  const stages = JSON.parse(JSON.stringify(changed).replaceAll('.example', '.test'))
  return readStage((key) => (key === 'stage' ? name : key === 'stages' ? stages : undefined))
}

/** The index page of the web app in a synthesized stack. */
export const page = `<meta property="og:image" content="${originPlaceholder}/card.png">`

/** The stack of a stage, without bundled code. */
export function stackOf(stage: Stage, app = new App({ context: flags })): Marketplace {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'assets', 'page-1a2b3c4d.js'), '')
  return new Marketplace(app, `Test-${stage.name}`, {
    stage,
    site: { folder, pages: { 'index.html': page } },
    codeOf: (name) => Code.fromInline(`// ${name}`),
  })
}

const known = new Map<string, { template: Template; folder: string; app: App }>()

function synthesized(name: string, changes: Partial<Stage>) {
  const key = JSON.stringify([name, changes])
  const before = known.get(key)
  if (before) return before
  const app = new App({ context: flags })
  const stack = stackOf(stageOf(name, changes), app)
  const made = { template: Template.fromStack(stack), folder: app.outdir, app }
  known.set(key, made)
  return made
}

/** The template of a stage, synthesized once. */
export const templateOf = (name: string, changes: Partial<Stage> = {}) => synthesized(name, changes).template

/** The template of a stage's further stack in us-east-1. */
export function templateInUsEast1(further: FurtherStack, name: string, changes: Partial<Stage>) {
  const id = stackNameInUsEast1(`Test-${name}`, changes.region ?? '', further)
  const stack = synthesized(name, changes).app.node.findChild(id)
  return Template.fromStack(stack as Stack)
}

/** The resources of this type whose logical ids begin with `prefix`, each with its logical id. */
export const resourcesOf = (template: Template, type: string, prefix = '') =>
  Object.entries(template.findResources(type)).filter(([id]) => id.startsWith(prefix))

/** The properties of these resources. */
export const propertiesOf = (template: Template, type: string, prefix = '') =>
  resourcesOf(template, type, prefix).map(([, { Properties }]) => Properties)

/** The logical id of the first of these resources. */
export const idOf = (template: Template, type: string, prefix = '') =>
  resourcesOf(template, type, prefix)[0]?.[0] ?? 'none'

/** A file that the stack writes into the web app, with placeholders for values known only after deployment. */
export function writtenFile(file: string, name: string, changes: Partial<Stage> = {}): string {
  const { folder } = synthesized(name, changes)
  const [found, ...others] = globSync(path.join(folder, 'asset.*', file))
  if (!found || others.length > 0) throw new Error(`${others.length + 1} files are called ${file}`)
  return readFileSync(found, 'utf8')
}

interface Intrinsic {
  Ref?: string
  'Fn::GetAtt'?: [id: string, attribute: string]
  'Fn::Join'?: [between: string, parts: unknown[]]
  'Fn::Select'?: [at: number, from: unknown]
  'Fn::Split'?: [by: string, of: unknown]
}

/** A value of the template as text. `<Id>` stands for a value that is known only after deployment. */
export function resolveIntrinsics(value: unknown): string {
  if (typeof value === 'string') return value
  const {
    Ref,
    'Fn::GetAtt': attribute,
    'Fn::Join': join,
    'Fn::Select': select,
    'Fn::Split': split,
  } = value as Intrinsic
  const named = (id: string) => `<${id.replace(/[0-9A-F]{8}$/, '')}>`
  if (attribute) return named(attribute[0])
  if (join) return join[1].map(resolveIntrinsics).join(join[0])
  if (select) return `${resolveIntrinsics(select[1])}[${select[0]}]`
  if (split) return resolveIntrinsics(split[1])
  return named(Ref ?? 'nothing')
}

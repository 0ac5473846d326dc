// Entry point of the CDK: `npm run synth -- -c stage=dev`, `npm run deploy -- -c stage=prod`
import { App, Validations } from 'aws-cdk-lib'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { AwsSolutionsChecks } from 'cdk-nag'
import { brand } from '../domain/brand.ts'
import { buildSite, bundleFunction } from './bundle.ts'
import flags from './feature-flags.json' with { type: 'json' }
import { Marketplace, siteSettings } from './stack.ts'
import { readStage, refuseOtherAccount } from './stage.ts'

try {
  const app = new App({ context: flags })
  const stage = readStage((key) => app.node.tryGetContext(key))
  refuseOtherAccount(stage, process.env.CDK_DEFAULT_ACCOUNT)
  const site = await buildSite(siteSettings(stage))
  new Marketplace(app, `${brand}-${stage.name}`, {
    stage,
    site,
    codeOf: (name) =>
      Code.fromAsset(bundleFunction(name, name === 'tasks' ? site.pages['app.html'] : undefined)),
  })
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
  app.synth()
} catch (error) {
  if (!(error instanceof RangeError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

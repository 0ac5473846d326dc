import { Duration, Stack, Validations } from 'aws-cdk-lib'
import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import type { SiteConfig } from '../domain/config.ts'
import { type BuiltSite, originMark } from './bundle.ts'
import { arnInFindings } from './nag-arn.ts'

interface Props {
  bucket: IBucket
  site: BuiltSite
  /** Where the site is found; it comes into the page as the stack is deployed. */
  origin: string
  config: SiteConfig
  log: ILogGroup
}

const forever = [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()]

/**
 * Puts the built SPA and its config.json into the site's bucket. What an older page asks for stays: people have it open. The
 * page comes after the assets that it names, and is asked for anew each time, as config.json is.
 */
export class SiteFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, site, origin, config, log }: Props) {
    super(scope, id)
    const shared = {
      destinationBucket: bucket,
      prune: false,
      logGroup: log,
      memoryLimit: 512,
    }
    const files = Source.asset(site.folder)
    const assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      sources: [files],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: forever,
    })
    const page = new BucketDeployment(this, 'Page', {
      ...shared,
      sources: [
        files,
        Source.data('index.html', site.page.replaceAll(originMark, origin)),
        Source.jsonData('config.json', config),
      ],
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
    })
    page.node.addDependency(assets)
    explain(page.handlerRole, arnInFindings(bucket))
  }
}

/** The CDK brings its own function along to put the files there. */
function explain(role: IRole, site: string) {
  const { partition, account, region } = here(Stack.of(role))
  const bootstrapped = `arn:${partition}:s3:::cdk-hnb659fds-assets-${account}-${region}`
  const actions = ['s3:GetObject*', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*', 's3:Abort*']
  const acknowledge = (rule: string, reason: string) =>
    Validations.of(role.node.scope ?? role).acknowledge({ id: `AwsSolutions-${rule}`, reason })
  for (const grant of [
    ...actions.map((action) => `Action::${action}`),
    `Resource::${bootstrapped}/*`,
    `Resource::${site}/*`,
  ])
    acknowledge(
      `IAM5[${grant}]`,
      'The CDK’s own function, which runs only while the stack is deployed, copies every file of the site: it reads the assets’ bucket and writes the site’s, no other.',
    )
  acknowledge(
    `IAM4[Policy::arn:${partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]`,
    'The CDK’s own function, which runs only while the stack is deployed; the policy lets it write its log.',
  )
  acknowledge('L1', 'The CDK’s own function: its runtime is chosen and kept up to date by the CDK’s version.')
}

/** How findings spell what is only known when the stack is deployed. */
function here(stack: Stack) {
  const { account, region } = stack
  return {
    partition: '<AWS::Partition>',
    account: account.startsWith('$') ? '<AWS::AccountId>' : account,
    region: region.startsWith('$') ? '<AWS::Region>' : region,
  }
}

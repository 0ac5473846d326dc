import { Duration, Stack, Validations } from 'aws-cdk-lib'
import type { IRole } from 'aws-cdk-lib/aws-iam'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import { type BuiltSite, originPlaceholder } from './bundle.ts'
import { nagArn } from './nag-arn.ts'

interface Props {
  bucket: IBucket
  site: BuiltSite
  /** The site's origin, such as https://example.org, written into the pages at deployment. */
  origin: string
  securityContact: string | null
  log: ILogGroup
}

const cacheForever = [
  CacheControl.setPublic(),
  CacheControl.maxAge(Duration.days(365)),
  CacheControl.immutable(),
]

/**
 * Copies the built SPA into the site's bucket. Assets of older versions stay, because open pages load
 * them. The pages are copied after the assets that they name. The pages are always revalidated.
 */
export class SiteFiles extends Construct {
  readonly assets: BucketDeployment

  constructor(scope: Construct, id: string, { bucket, site, origin, securityContact, log }: Props) {
    super(scope, id)
    const shared = { destinationBucket: bucket, prune: false, logGroup: log, memoryLimit: 512 }
    const files = Source.asset(site.folder)
    this.assets = new BucketDeployment(this, 'Assets', {
      ...shared,
      sources: [files],
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: cacheForever,
    })
    const page = new BucketDeployment(this, 'Page', {
      ...shared,
      sources: [
        files,
        ...Object.entries(site.pages).map(([name, html]) =>
          Source.data(name, html.replaceAll(originPlaceholder, origin)),
        ),
        ...(securityContact ? [Source.data('.well-known/security.txt', securityTxt(securityContact))] : []),
      ],
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
    })
    page.node.addDependency(this.assets)
    acknowledgeDeploymentFunction(page.handlerRole, nagArn(bucket))
  }
}

/** RFC 9116; each deployment extends it. */
const securityTxt = (contact: string) =>
  `Contact: ${contact}\nExpires: ${new Date().getUTCFullYear() + 1}-12-31T23:59:59Z\nPreferred-Languages: en\n`

/** Acknowledges cdk-nag's findings about the CDK's own function that copies the files. */
function acknowledgeDeploymentFunction(role: IRole, site: string) {
  const { partition, account, region } = nagLocation(Stack.of(role))
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
      'The CDK’s own function runs only during deployments and copies every file of the site. It reads only the assets bucket and writes only the site’s bucket.',
    )
  acknowledge(
    `IAM4[Policy::arn:${partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]`,
    'The CDK’s own function runs only during deployments; the policy lets it write its log.',
  )
  acknowledge('L1', 'The CDK’s own function: the CDK’s version chooses its runtime.')
}

/** Account and region as cdk-nag writes them: a placeholder if they are unknown before deployment. */
function nagLocation(stack: Stack) {
  const { account, region } = stack
  return {
    partition: '<AWS::Partition>',
    account: account.startsWith('$') ? '<AWS::AccountId>' : account,
    region: region.startsWith('$') ? '<AWS::Region>' : region,
  }
}

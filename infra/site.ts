import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { Distribution, HttpVersion, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { cachedPaths, listPaths } from '../domain/api.ts'
import { dataHeaders, securityHeaders } from '../domain/headers.ts'
import type { Folder } from '../functions/files/bucket.ts'
import { privateBucket } from './buckets.ts'
import {
  apiBehaviour,
  filesBehaviour,
  listBehaviour,
  liveBehaviour,
  siteBehaviour,
} from './cloudfront-behaviours.ts'
import { siteHeaders } from './site-headers.ts'
import type { Stage } from './stage.ts'

interface Props {
  stage: Pick<Stage, 'domain' | 'hstsPreload' | 'publicRpcUrl'>
  apiHost: string
  /** Host of the WebSocket API. */
  liveHost: string
  originKey: string
  /** Host of the bucket of uploads. */
  uploadsHost: string
  accessLogs: IBucket
  webAclArn: string | null
}

/** Errors that CloudFront would cache for ten seconds by default. */
const errorsCachedByDefault = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504]

/** The folders of the bucket of uploads. */
const folders: Folder[] = ['incoming', 'kept']

/** CloudFront distribution with three origins: the site's bucket, the API and the bucket of uploads. */
export class Site extends Construct {
  readonly bucket: IBucket
  readonly distribution: Distribution
  readonly origin: string

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { domain, hstsPreload, publicRpcUrl } = props.stage
    // Deleted with the stack: each deployment copies all its files again.
    this.bucket = privateBucket(this, 'Bucket', {
      serverAccessLogsBucket: props.accessLogs,
      serverAccessLogsPrefix: 'site/',
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const pageHeaders = securityHeaders({
      uploads: `https://${props.uploadsHost}`,
      others: [new URL(publicRpcUrl).origin],
    })
    const ofPages = siteHeaders(this, 'Headers', pageHeaders, hstsPreload)
    const ofData = siteHeaders(this, 'DataHeaders', dataHeaders, hstsPreload)
    const files = filesBehaviour(this, props.uploadsHost, ofData)
    const page = siteBehaviour(this, this.bucket, ofPages)
    const api = apiBehaviour(this, props.apiHost, props.originKey, ofData)
    const { functionAssociations: _, ...ofDocuments } = { ...page, origin: api.origin }
    const cached = {
      data: { ...api, cachePolicy: page.cachePolicy },
      document: { ...ofDocuments, originRequestPolicy: api.originRequestPolicy },
    }
    const list = listBehaviour(this, api)
    this.distribution = new Distribution(this, 'Distribution', {
      comment: Stack.of(this).stackName,
      defaultRootObject: 'index.html',
      defaultBehavior: page,
      additionalBehaviors: {
        // The first pattern that matches counts.
        ...Object.fromEntries(listPaths.map((path) => [path, list])),
        '/api/*': api,
        '/live': liveBehaviour(this, props.liveHost, props.originKey),
        // Cached for everybody alike, for as long as the answer says.
        ...Object.fromEntries(cachedPaths.map(({ pattern, kind }) => [pattern, cached[kind]])),
        ...Object.fromEntries(folders.map((folder) => [`/${folder}/*`, files])),
      },
      errorResponses: errorsCachedByDefault.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      httpVersion: HttpVersion.HTTP2_AND_3,
      logBucket: props.accessLogs,
      logFilePrefix: 'cloudfront/',
      ...(props.webAclArn && { webAclId: props.webAclArn }),
      ...(domain && {
        domainNames: [domain.name],
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificate),
      }),
    })
    this.origin = `https://${domain?.name ?? this.distribution.distributionDomainName}`
    if (domain?.hostedZone) this.addDnsRecords(domain.name, domain.hostedZone)
    this.acknowledgeFindings(domain !== null, props.webAclArn !== null)
  }

  private addDnsRecords(recordName: string, { id, name }: { id: string; name: string }) {
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: id, zoneName: name })
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution))
    new ARecord(this, 'A', { zone, recordName, target })
    new AaaaRecord(this, 'AAAA', { zone, recordName, target })
  }

  private acknowledgeFindings(hasDomain: boolean, hasFirewall: boolean) {
    const acknowledge = (id: string, reason: string) =>
      Validations.of(this.distribution).acknowledge({ id, reason })
    acknowledge(
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      'Every path that is no file is rewritten to a page, so no request lists the bucket.',
    )
    acknowledge('AwsSolutions-CFR1', 'The marketplace is open to every country.')
    if (!hasFirewall)
      acknowledge(
        'AwsSolutions-CFR2',
        'The stage’s setting firewall decides. Without it, API Gateway’s rate limits and the login throttles limit guessing and floods.',
      )
    if (!hasDomain)
      acknowledge(
        'AwsSolutions-CFR4',
        'With CloudFront’s default certificate the minimum is TLS 1; a stage with a domain requires TLS 1.2.',
      )
  }
}

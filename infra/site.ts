import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { Distribution, HttpVersion, SecurityPolicyProtocol } from 'aws-cdk-lib/aws-cloudfront'
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets'
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { apiBehaviour, siteBehaviour } from './cloudfront-behaviours.ts'
import { siteHeaders } from './site-headers.ts'
import type { Stage } from './stage.ts'

interface Props {
  stage: Pick<Stage, 'domain' | 'publicRpcUrl'>
  apiHost: string
  originKey: string
  uploadsOrigin: string
  accessLogs: IBucket
  webAclArn: string | null
}

/** Errors that CloudFront would otherwise answer for ten seconds more, to everybody, after they are over. */
const keptByDefault = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504]

/** CloudFront in front of the site's bucket and of the API. */
export class Site extends Construct {
  readonly bucket: IBucket
  readonly distribution: Distribution
  readonly origin: string

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { domain, publicRpcUrl } = props.stage
    // Nothing is in it that a deployment does not put there again.
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      serverAccessLogsBucket: props.accessLogs,
      serverAccessLogsPrefix: 'site/',
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    }) as IBucket // its own class is not exact about what is optional
    const headers = siteHeaders(this, 'Headers', {
      uploads: props.uploadsOrigin,
      others: [new URL(publicRpcUrl).origin],
    })
    this.distribution = new Distribution(this, 'Distribution', {
      comment: Stack.of(this).stackName,
      defaultRootObject: 'index.html',
      defaultBehavior: siteBehaviour(this, this.bucket, headers),
      additionalBehaviors: { '/api/*': apiBehaviour(this, props.apiHost, props.originKey, headers) },
      errorResponses: keptByDefault.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
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
    if (domain?.hostedZone) this.writeRecords(domain.name, domain.hostedZone)
    this.explain(domain !== null, props.webAclArn !== null)
  }

  private writeRecords(recordName: string, { id, name }: { id: string; name: string }) {
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: id, zoneName: name })
    const target = RecordTarget.fromAlias(new CloudFrontTarget(this.distribution))
    new ARecord(this, 'A', { zone, recordName, target })
    new AaaaRecord(this, 'AAAA', { zone, recordName, target })
  }

  private explain(hasDomain: boolean, hasFirewall: boolean) {
    const acknowledge = (id: string, reason: string) =>
      Validations.of(this.distribution).acknowledge({ id, reason })
    acknowledge(
      'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      'There is a default page, and every address that is no file leads to it, so nobody comes to the list itself.',
    )
    acknowledge(
      'AwsSolutions-CFR1',
      'Work is offered and done in every country; nothing here is bound to one.',
    )
    if (!hasFirewall)
      acknowledge(
        'AwsSolutions-CFR2',
        'A stage chooses its firewall. Without one, API Gateway’s rates and the table’s own throttles hold guessing and floods back.',
      )
    if (!hasDomain)
      acknowledge(
        'AwsSolutions-CFR4',
        'CloudFront’s own certificate fixes TLS 1 as the minimum of its own domain; a stage with a domain asks for TLS 1.2.',
      )
  }
}

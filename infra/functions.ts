import { Duration, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { Policy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  Architecture,
  type Code,
  Function as Lambda,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import type { Folder } from '../functions/files/bucket.ts'
import { type FunctionName, needsOf, sizes } from './function-settings.ts'
import { type Engines, statementsFor } from './grants.ts'
import { nagArn } from './nag-arn.ts'

interface Props extends Engines {
  name: FunctionName
  code: Code
  environment: Record<string, string>
  logDays: RetentionDays
  removalPolicy: RemovalPolicy
  /** Reserved concurrency, which is also the maximum; null for none. */
  concurrency: number | null
  /** Records where the time of sampled calls goes (X-Ray). */
  tracing: boolean
}

/** One handler as a Lambda function, with its own role, which has exactly the permissions that the handler needs. */
export class MarketFunction extends Construct {
  readonly lambda: Lambda
  readonly role: Role
  readonly permissions: Policy

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id)
    const { name, code, environment, logDays, removalPolicy, concurrency, tracing } = props
    const logGroup = new LogGroup(this, 'Log', { retention: logDays, removalPolicy })
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    this.permissions = new Policy(this, 'Permissions', {
      roles: [this.role],
      statements: statementsFor(needsOf(name), props, Stack.of(this)),
    })
    const logging = logGroup.grantWrite(this.role)
    const { memory, timeout } = sizes[name]
    this.lambda = new Lambda(this, 'Function', {
      description: `${Stack.of(this).stackName}: ${name}`,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code,
      memorySize: memory,
      timeout: Duration.seconds(timeout),
      role: this.role,
      logGroup,
      loggingFormat: LoggingFormat.TEXT, // our lines are JSON already, and each metric must stay a separate line
      environment: { ...environment, NODE_OPTIONS: '--enable-source-maps' },
      tracing: tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      ...(concurrency && { reservedConcurrentExecutions: concurrency }),
    })
    this.lambda.node.addDependency(this.permissions)
    logging.applyBefore(this.lambda)
    acknowledgeFolderPatterns(this.permissions, props.uploads)
    if (tracing)
      Validations.of(this.role).acknowledge({
        id: 'AwsSolutions-IAM5[Resource::*]',
        reason: 'X-Ray has no resources to which writing traces could be limited.',
      })
  }
}

function acknowledgeFolderPatterns(policy: Policy, uploads: IBucket) {
  for (const folder of ['incoming', 'kept'] as const satisfies Folder[])
    Validations.of(policy).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${nagArn(uploads)}/${folder}/*]`,
      reason:
        'Limited to the keys of one folder of one bucket. File names are generated, and the table, not IAM, knows who owns a file.',
    })
}

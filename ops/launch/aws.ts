import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm'
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateDescribeStackEvents,
} from '@aws-sdk/client-cloudformation'
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns'
import {
  GetParameterCommand,
  GetParametersCommand,
  PutParameterCommand,
  SSMClient,
} from '@aws-sdk/client-ssm'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'

/** The result of an AWS call, or null if it fails because there is no such thing. */
const orNull = <Result>(call: Promise<Result>) =>
  call.catch((error: Error) => {
    if (/^(ParameterNotFound|NotFoundException)$/.test(error.name) || / does not exist$/.test(error.message))
      return null
    throw error
  })

export type Aws = ReturnType<typeof openAws>

/** What a launch reads and writes in an AWS account, in this region. */
export function openAws(region: string) {
  const ssm = new SSMClient({ region })
  return {
    async account(): Promise<string> {
      return (await new STSClient({ region }).send(new GetCallerIdentityCommand({}))).Account ?? ''
    },
    /** The services of this list, of at most ten, that AWS does not offer in the region. */
    async missingServices(services: string[]): Promise<string[]> {
      const nameOf = (service: string) =>
        `/aws/service/global-infrastructure/regions/${region}/services/${service}`
      // Not every region has these public parameters.
      const { InvalidParameters } = await new SSMClient({ region: 'us-east-1' }).send(
        new GetParametersCommand({ Names: services.map(nameOf) }),
      )
      return services.filter((service) => InvalidParameters?.includes(nameOf(service)))
    },
    /** The highest number of concurrent runs of all functions of the account. */
    async concurrency(): Promise<number> {
      const settings = await new LambdaClient({ region }).send(new GetAccountSettingsCommand({}))
      return settings.AccountLimit?.ConcurrentExecutions ?? 0
    },
    async certificateStatus(arn: string): Promise<string> {
      const client = new ACMClient({ region: 'us-east-1' })
      const { Certificate } = await client.send(new DescribeCertificateCommand({ CertificateArn: arn }))
      return Certificate?.Status ?? 'unknown'
    },
    /** Whether SES sends mail to everybody: a new account is in a sandbox, and mails only addresses that it has verified. */
    async isOutOfMailSandbox(): Promise<boolean> {
      const account = await new SESv2Client({ region }).send(new GetAccountCommand({}))
      return Boolean(account.ProductionAccessEnabled && account.SendingEnabled)
    },
    /** Whether SES sends mail from this domain or address. */
    async isVerifiedSender(EmailIdentity: string): Promise<boolean> {
      const read = new SESv2Client({ region }).send(new GetEmailIdentityCommand({ EmailIdentity }))
      return (await orNull(read))?.VerifiedForSendingStatus ?? false
    },
    /** The value of an SSM parameter, or null if there is none. */
    async parameter(Name: string): Promise<string | null> {
      const read = ssm.send(new GetParameterCommand({ Name, WithDecryption: true }))
      return (await orNull(read))?.Parameter?.Value ?? null
    },
    async putParameter(Name: string, Value: string, Type: 'String' | 'SecureString') {
      await ssm.send(new PutParameterCommand({ Name, Value, Type, Overwrite: true }))
    },
    /** A CloudFormation stack, or null if there is none of this name. */
    async stack(StackName: string, inRegion = region) {
      const read = new CloudFormationClient({ region: inRegion }).send(
        new DescribeStacksCommand({ StackName }),
      )
      const [stack] = (await orNull(read))?.Stacks ?? []
      const outputs = (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
        OutputKey,
        OutputValue,
      ])
      return stack
        ? {
            /** Another one if the stack is deleted and deployed again. */
            id: stack.StackId?.split('/')[2] ?? '',
            status: String(stack.StackStatus),
            outputs: Object.fromEntries(outputs) as Record<string, string>,
            isProtected: stack.EnableTerminationProtection ?? false,
          }
        : null
    },
    /** In AWS's words, why the first resource of a stack could not be created, or an empty text. */
    async firstFailure(StackName: string, inRegion = region): Promise<string> {
      const client = new CloudFormationClient({ region: inRegion })
      let reason = ''
      // The newest events come first.
      for await (const { StackEvents = [] } of paginateDescribeStackEvents({ client }, { StackName }))
        for (const { ResourceStatus, ResourceStatusReason = '' } of StackEvents)
          if (ResourceStatus === 'CREATE_FAILED') reason = ResourceStatusReason
      return reason
    },
    /** Whether this e-mail address has confirmed its subscription of the topic. */
    async isSubscribed(TopicArn: string, email: string): Promise<boolean> {
      const client = new SNSClient({ region: TopicArn.split(':')[3] ?? region })
      const { Subscriptions = [] } = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn }))
      return Subscriptions.some(
        ({ Endpoint, SubscriptionArn }) => Endpoint === email && SubscriptionArn?.startsWith('arn:'),
      )
    },
  }
}

import { json, text } from 'node:stream/consumers'
import { listen } from '../../local/engines/listen.ts'

/** What an AWS account and an explorer contain, as far as a launch reads it. */
export interface Account {
  id: string
  quota: number
  missing: string[]
  parameters: Record<string, string>
  stacks: Record<
    string,
    { id?: string; status: string; outputs?: Record<string, string>; isProtected?: boolean }
  >
  /** Why a resource of the stacks could not be created. */
  failure?: string
  certificate: string
  confirmed: string[]
  /** Domains and addresses from which SES sends. */
  senders: string[]
  isInMailSandbox?: boolean
  /** Regions whose stacks are missing. */
  emptyRegions?: string[]
  /** Addresses of the contracts whose sources the explorer shows. */
  verified: Set<string>
}

/** The fields of the requests to SSM. */
interface Sent {
  Name: string
  Names: string[]
  Value: string
}

/** XML elements with these names and contents. */
const member = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')

/** Answers the control calls of AWS and of an explorer from `account`, and records their names in `calls`. */
export async function startAwsStandIn(account: Account) {
  const calls: string[] = []
  const query: Record<string, (sent: URLSearchParams) => string | null> = {
    GetCallerIdentity: () => member({ Account: account.id }),
    DescribeStacks: (sent) => {
      const stack = account.stacks[sent.get('StackName') ?? '']
      if (!stack) return null
      const outputs = Object.entries(stack.outputs ?? {}).map(
        ([OutputKey, OutputValue]) => `<member>${member({ OutputKey, OutputValue })}</member>`,
      )
      return `<Stacks><member>${member({
        StackName: sent.get('StackName'),
        StackId: `arn:aws:cloudformation:us-east-1:${account.id}:stack/${sent.get('StackName')}/${stack.id ?? 'one'}`,
        StackStatus: stack.status,
        CreationTime: '2026-11-22T00:00:00Z',
        EnableTerminationProtection: stack.isProtected ?? false,
        Outputs: outputs.join(''),
      })}</member></Stacks>`
    },
    DescribeStackEvents: () => {
      const event = (ResourceStatus: string, ResourceStatusReason: string) =>
        `<member>${member({ ResourceStatus, ResourceStatusReason })}</member>`
      const cancelled = event('CREATE_FAILED', 'Resource creation cancelled')
      const first = account.failure ? event('CREATE_FAILED', account.failure) : ''
      return `<StackEvents>${cancelled}${first}${event('CREATE_IN_PROGRESS', '')}</StackEvents>`
    },
    ListSubscriptionsByTopic: (sent) => {
      const SubscriptionArn = (Endpoint: string) =>
        account.confirmed.includes(Endpoint) ? `${sent.get('TopicArn')}:1` : 'PendingConfirmation'
      const Endpoint = 'operators@site.test'
      return `<Subscriptions><member>${member({ Endpoint, SubscriptionArn: SubscriptionArn(Endpoint) })}</member></Subscriptions>`
    },
  }
  const targets: Record<string, (sent: Sent) => object | null> = {
    GetParameters: ({ Names }) => ({
      InvalidParameters: Names.filter((name) =>
        account.missing.some((service) => name.endsWith(`/${service}`)),
      ),
    }),
    GetParameter: ({ Name }) => {
      const Value = account.parameters[Name]
      return Value ? { Parameter: { Name, Value } } : null
    },
    PutParameter: ({ Name, Value }) => {
      account.parameters[Name] = Value
      return {}
    },
    DescribeCertificate: () => ({ Certificate: { Status: account.certificate } }),
  }
  const explorer = (sent: URLSearchParams) => {
    const address = sent.get('address') ?? sent.get('contractaddress') ?? ''
    if (sent.get('action') === 'getsourcecode')
      return { status: '1', result: [{ SourceCode: account.verified.has(address) ? 'contract' : '' }] }
    if (sent.get('action') === 'verifysourcecode') account.verified.add(address)
    return { status: '1', result: 'guid' }
  }
  const server = await listen(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const target = String(request.headers['x-amz-target'] ?? '').split('.')[1]
    const answer = (name: string, body: string | null, error: string) => {
      calls.push(name)
      response.writeHead(body === null ? 400 : 200).end(body ?? error)
    }
    if (target) {
      const body = targets[target]?.((await json(request)) as Sent) ?? null
      response.setHeader('content-type', 'application/x-amz-json-1.1')
      return answer(target, body && JSON.stringify(body), '{"__type":"ParameterNotFound"}')
    }
    if (pathname === '/explorer') {
      const sent = new URLSearchParams(request.method === 'POST' ? await text(request) : searchParams)
      return answer(String(sent.get('action')), JSON.stringify(explorer(sent)), '')
    }
    if (pathname.includes('account-settings'))
      return answer(
        'GetAccountSettings',
        JSON.stringify({ AccountLimit: { ConcurrentExecutions: account.quota } }),
        '',
      )
    if (pathname === '/v2/email/account') {
      const state = { ProductionAccessEnabled: !account.isInMailSandbox, SendingEnabled: true }
      return answer('GetAccount', JSON.stringify(state), '')
    }
    const [, identity] = /^\/v2\/email\/identities\/(.+)$/.exec(pathname) ?? []
    if (identity) {
      const isVerified = account.senders.includes(decodeURIComponent(identity))
      response.setHeader('x-amzn-errortype', 'NotFoundException')
      return answer('GetEmailIdentity', isVerified ? '{"VerifiedForSendingStatus":true}' : null, '{}')
    }
    const sent = new URLSearchParams(await text(request))
    const name = sent.get('Action') ?? ''
    const [, region = ''] = /\/([\w-]+)\/cloudformation\//.exec(request.headers.authorization ?? '') ?? []
    const result = account.emptyRegions?.includes(region) ? null : (query[name]?.(sent) ?? null)
    response.setHeader('content-type', 'text/xml')
    answer(
      name,
      result && `<${name}Response><${name}Result>${result}</${name}Result></${name}Response>`,
      '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with that id does not exist</Message></Error></ErrorResponse>',
    )
  })
  return { ...server, calls }
}

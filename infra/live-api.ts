import { type CfnElement, Stack, Token, Validations } from 'aws-cdk-lib'
import { WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2'
import {
  WebSocketLambdaIntegration,
  WebSocketMockIntegration,
} from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { type Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { defaultRate } from './route-rates.ts'

/** The path at the site's host, and the name of the API's stage, which begins the path that API Gateway expects. */
const stageName = 'live'

/** The WebSocket API to which pages connect. The product only sends; what a page sends keeps its connection open. */
export class LiveApi extends Construct {
  /** Host name of the API, CloudFront's origin. */
  readonly host: string
  /** Where messages to pages are sent. */
  readonly endpoint: string
  private readonly api: WebSocketApi
  private readonly stage: WebSocketStage

  constructor(scope: Construct, id: string, requestsPerSecond: number) {
    super(scope, id)
    const stack = Stack.of(this)
    this.api = new WebSocketApi(this, 'Api', { apiName: `${stack.stackName}-live` })
    this.host = `${this.api.apiId}.execute-api.${stack.region}.${stack.urlSuffix}`
    this.endpoint = `https://${this.host}/${stageName}`
    const { rate, burst } = defaultRate(requestsPerSecond)
    this.stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: this.api,
      stageName,
      autoDeploy: true,
      throttle: { rateLimit: rate, burstLimit: burst },
    })
    Validations.of(this.stage).acknowledge({
      id: 'AwsSolutions-APIG1',
      reason:
        'API Gateway writes logs of a WebSocket API only with a role that is a setting of the whole account and region, so the first deployment to another account would fail. Lambda’s metrics count the connections.',
    })
  }

  /** Lets the function accept connections. */
  connect(lambda: IFunction) {
    const connect = this.api.addRoute('$connect', {
      integration: new WebSocketLambdaIntegration('Connect', lambda),
    })
    const ignore = this.api.addRoute('$default', {
      integration: new WebSocketMockIntegration('Ignore', {
        requestTemplates: { $default: '{"statusCode":200}' },
        templateSelectionExpression: '\\$default',
      }),
    })
    for (const route of [connect, ignore])
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: 'The function `live` checks the session cookie, the origin and the key of CloudFront.',
      })
  }

  /** Permits to send messages to pages and to close their connections. */
  grantSend(policy: Policy) {
    const stack = Stack.of(this)
    const apiId = stack.getLogicalId(this.api.node.defaultChild as CfnElement)
    const known = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value)
    const place = `${known(stack.region, 'Region')}:${known(stack.account, 'AccountId')}`
    for (const method of ['POST', 'DELETE']) {
      const connections = `${this.stage.stageName}/${method}/@connections/*`
      const arn = { service: 'execute-api', resource: this.api.apiId, resourceName: connections }
      policy.addStatements(
        new PolicyStatement({
          actions: ['execute-api:ManageConnections'],
          resources: [stack.formatArn(arn)],
        }),
      )
      Validations.of(policy).acknowledge({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:execute-api:${place}:<${apiId}>/${connections}]`,
        reason: 'A connection has no ARN before a page connects.',
      })
    }
  }
}

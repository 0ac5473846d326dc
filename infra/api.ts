import { CfnResource, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import {
  CfnStage,
  HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { api, routeKeys, splitRoute } from '../domain/api.ts'
import type { Group } from '../domain/route.ts'
import { ordinaryRate, rates } from './route-rates.ts'

interface Props {
  requestsPerSecond: number
  logDays: RetentionDays
  keep: boolean
}

/** No address, path or parameter: they name people and files. */
const accessLine = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  functionStatus: '$context.integrationStatus',
  milliseconds: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
}

/** The HTTP API: one route for each row of domain/api.ts, and our own answer to everything else. */
export class Api extends Construct {
  readonly httpApi: HttpApi
  /** Where CloudFront finds it. */
  readonly host: string
  readonly accessLog: LogGroup
  private readonly stage: HttpStage

  constructor(scope: Construct, id: string, { requestsPerSecond, logDays, keep }: Props) {
    super(scope, id)
    const stack = Stack.of(this)
    this.httpApi = new HttpApi(this, 'Api', {
      apiName: stack.stackName,
      createDefaultStage: false,
    })
    this.host = `${this.httpApi.apiId}.execute-api.${stack.region}.${stack.urlSuffix}`
    this.accessLog = new LogGroup(this, 'AccessLog', {
      retention: logDays,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    const { rate, burst } = ordinaryRate(requestsPerSecond)
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: rate, burstLimit: burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLine)),
      },
    })
    const settings = this.stage.node.defaultChild
    if (!(settings instanceof CfnStage)) throw new TypeError('The stage is no CfnStage')
    // No metrics for each route here, which cost as much as our own: functions/metrics.ts writes them.
    settings.routeSettings = Object.fromEntries(
      rates(requestsPerSecond).map(([key, each]) => [
        key,
        {
          ThrottlingRateLimit: each.rate,
          ThrottlingBurstLimit: each.burst,
        },
      ]),
    )
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'Who may call is a word in the route’s row (access), held by functions/serve.ts against the session’s cookie; an authorizer would read the same session a second time.',
    })
  }

  /** Leads each route to the function of its group. */
  connect(functions: Record<Group, IFunction>) {
    const integrations = Object.fromEntries(
      Object.entries(functions).map(([group, one]) => [
        group,
        new HttpLambdaIntegration(group, one, { scopePermissionToRoute: false }),
      ]),
    ) as Record<Group, HttpLambdaIntegration>
    const route = (id: string, routeKey: HttpRouteKey, group: Group) => {
      const made = new HttpRoute(this, id, {
        httpApi: this.httpApi,
        routeKey,
        integration: integrations[group],
      })
      // The stage's settings name the routes, so they must be there before it.
      if (made.node.defaultChild instanceof CfnResource) this.stage.node.addDependency(made.node.defaultChild)
    }
    for (const key of routeKeys) {
      const { method, path } = splitRoute(key)
      route(
        api[key].name,
        HttpRouteKey.with(path, HttpMethod[method as keyof typeof HttpMethod]),
        api[key].group,
      )
    }
    route('notFound', HttpRouteKey.DEFAULT, 'admin')
  }
}

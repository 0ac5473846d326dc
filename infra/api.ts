import { CfnResource, type RemovalPolicy, Stack, Validations } from 'aws-cdk-lib'
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
import {
  CfnQueryDefinition,
  FilterPattern,
  LogGroup,
  MetricFilter,
  type RetentionDays,
} from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { api, gatewayKeys, routeKeys, splitRoute } from '../domain/api.ts'
import type { Group } from '../domain/route.ts'
import { defaultRate, routeRates } from './route-rates.ts'

interface Props {
  requestsPerSecond: number
  logDays: RetentionDays
  /** Ends the name of the access log, so that a log that an older stack retained does not conflict. */
  suffix: string
  removalPolicy: RemovalPolicy
}

/** The log has no IP address, path or parameters, because these identify people and files. */
const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  route: '$context.routeKey',
  status: '$context.status',
  functionStatus: '$context.integrationStatus',
  milliseconds: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
}

/** Saved queries of the access log, which replace metrics of each route: a metric costs $0.30 a month, a query its bytes. */
const queries = {
  CallsByRoute:
    'stats count() as calls, pct(milliseconds, 50) as median, pct(milliseconds, 95) as p95 by route | sort calls desc',
  ErrorsByRoute:
    'filter status >= 400 | stats count() as calls by route, status, functionStatus, error | sort calls desc',
}

/** The HTTP API: one route for each row of domain/api.ts, and a default route that answers 404. */
export class Api extends Construct {
  readonly httpApi: HttpApi
  /** Host name of the API, CloudFront's origin. */
  readonly host: string
  readonly accessLog: LogGroup
  /** Counts the calls that answered 403. API Gateway itself counts all 4xx together, also the 401 of every visitor. */
  readonly forbiddenCalls: MetricFilter
  private readonly stage: HttpStage

  constructor(scope: Construct, id: string, { requestsPerSecond, logDays, suffix, removalPolicy }: Props) {
    super(scope, id)
    const stack = Stack.of(this)
    this.httpApi = new HttpApi(this, 'Api', { apiName: stack.stackName, createDefaultStage: false })
    this.host = `${this.httpApi.apiId}.execute-api.${stack.region}.${stack.urlSuffix}`
    this.accessLog = new LogGroup(this, 'AccessLog', {
      // Each log group of another name takes a part of the account's resource policy for log delivery, which is limited.
      logGroupName: `/aws/vendedlogs/${stack.stackName}-${suffix}`,
      retention: logDays,
      removalPolicy,
    })
    const { rate, burst } = defaultRate(requestsPerSecond)
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: rate, burstLimit: burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    })
    const settings = this.stage.node.defaultChild
    if (!(settings instanceof CfnStage))
      throw new TypeError('The default child of an HttpStage must be a CfnStage')
    settings.routeSettings = Object.fromEntries(
      routeRates(requestsPerSecond).map(([key, each]) => [
        key,
        { ThrottlingRateLimit: each.rate, ThrottlingBurstLimit: each.burst },
      ]),
    )
    this.forbiddenCalls = new MetricFilter(this, 'Forbidden', {
      logGroup: this.accessLog,
      filterPattern: FilterPattern.stringValue('$.status', '=', '403'),
      metricNamespace: stack.stackName,
      metricName: 'ForbiddenCalls',
    })
    for (const [name, queryString] of Object.entries(queries))
      new CfnQueryDefinition(this, name, {
        name: `${stack.stackName}/${name}`,
        queryString,
        logGroupNames: [this.accessLog.logGroupName],
      })
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'Each route’s row in domain/api.ts names who may call it (access); functions/http checks this with the session cookie. An authorizer would read the same session a second time.',
    })
  }

  /** Integrates each route with the function of its group. */
  connect(functions: Record<Group, IFunction>) {
    const integrations = Object.fromEntries(
      Object.entries(functions).map(([group, lambda]) => [
        group,
        new HttpLambdaIntegration(group, lambda, { scopePermissionToRoute: false }),
      ]),
    ) as Record<Group, HttpLambdaIntegration>
    const addRoute = (id: string, routeKey: HttpRouteKey, integration: HttpLambdaIntegration) => {
      const route = new HttpRoute(this, id, { httpApi: this.httpApi, routeKey, integration })
      // The stage's settings name the routes, so CloudFormation must create the routes first.
      if (route.node.defaultChild instanceof CfnResource)
        this.stage.node.addDependency(route.node.defaultChild)
    }
    for (const key of routeKeys)
      for (const each of gatewayKeys(key)) {
        const { method, path } = splitRoute(each)
        addRoute(
          each === key ? api[key].name : `${api[key].name}Head`,
          HttpRouteKey.with(path, HttpMethod[method as keyof typeof HttpMethod]),
          integrations[api[key].group],
        )
      }
    // The permissions above are for `<api>/*/*/*`, which does not match the default route's `<api>/<stage>/$default`. The
    // permission of an integration of its own is for `<api>/*/*`.
    addRoute('notFound', HttpRouteKey.DEFAULT, new HttpLambdaIntegration('notFound', functions.admin))
  }
}

import { Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce'
import { Construct } from 'constructs'
import type { Stage } from './stage.ts'

/** Dollars by which an unusual cost must exceed the expected cost to be reported. */
const leastAnomaly = 10

/** E-mails of AWS about the account's bill. The stage's `alarmEmail` gets them without a confirmation. */
export class Spending extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { alarmEmail, costMonitor, monthlyBudget }: Pick<Stage, 'alarmEmail' | 'costMonitor' | 'monthlyBudget'>,
  ) {
    super(scope, id)
    if (!alarmEmail) return
    if (monthlyBudget)
      new CfnBudget(this, 'Budget', {
        budget: {
          budgetType: 'COST',
          timeUnit: 'MONTHLY',
          budgetLimit: { amount: monthlyBudget, unit: 'USD' },
        },
        notificationsWithSubscribers: [
          { notificationType: 'ACTUAL', threshold: 80 },
          { notificationType: 'FORECASTED', threshold: 100 },
        ].map((notification) => ({
          notification: { ...notification, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
          subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
        })),
      })
    if (costMonitor)
      new CfnAnomalySubscription(this, 'Anomalies', {
        subscriptionName: Stack.of(this).stackName,
        monitorArnList: [costMonitor],
        frequency: 'DAILY', // the shortest for e-mail
        subscribers: [{ type: 'EMAIL', address: alarmEmail }],
        thresholdExpression: JSON.stringify({
          Dimensions: {
            Key: 'ANOMALY_TOTAL_IMPACT_ABSOLUTE',
            MatchOptions: ['GREATER_THAN_OR_EQUAL'],
            Values: [String(leastAnomaly)],
          },
        }),
      })
  }
}

import type { Stack } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { CfnAnomalySubscription } from 'aws-cdk-lib/aws-ce'
import { accountWideName } from './account-wide-name.ts'
import type { Stage } from './stage.ts'

const monthly = { budgetType: 'COST', timeUnit: 'MONTHLY' }

/** Dollars by which an unusual cost must exceed the expected cost to be reported. */
const leastAnomaly = 10

/** Has AWS mail about the account's bill to the stage's `alarmEmail`, which need not confirm this. */
export function reportSpending(stack: Stack, { alarmEmail, costMonitor, monthlyBudget }: Stage) {
  if (!alarmEmail) return
  if (monthlyBudget)
    new CfnBudget(stack, 'Budget', {
      budget: { ...monthly, budgetLimit: { amount: monthlyBudget, unit: 'USD' } },
      notificationsWithSubscribers: [
        { notificationType: 'ACTUAL', threshold: 80 },
        { notificationType: 'FORECASTED', threshold: 100 },
      ].map((notification) => ({
        notification: { ...notification, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
      })),
    })
  if (costMonitor)
    new CfnAnomalySubscription(stack, 'CostAnomalies', {
      subscriptionName: accountWideName(stack),
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

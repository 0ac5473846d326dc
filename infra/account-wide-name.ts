import { Stack } from 'aws-cdk-lib'
import type { Construct } from 'constructs'

/** A name of this stack that no stack in another region has, for resources whose names are unique in the whole account. */
export function accountWideName(scope: Construct, ...ids: string[]): string {
  const { region, stackName } = Stack.of(scope)
  return [stackName, ...ids, region].join('-')
}

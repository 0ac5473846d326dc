import { Stack } from 'aws-cdk-lib'
import { type FurtherStack, stackNameInUsEast1, usEast1 } from './stage.ts'

/**
 * Returns the stack for resources that must be in us-east-1: this stack if it is there, or if its region is unknown. Otherwise a
 * new stack of its own there.
 */
export function stackInUsEast1(stack: Stack, stage: { region: string | null }, name: FurtherStack): Stack {
  if (stage.region === null || stage.region === usEast1) return stack
  const env = { account: stack.account, region: usEast1 }
  const { stackName, terminationProtection } = stack
  const id = stackNameInUsEast1(stackName, stage.region, name)
  return new Stack(stack.node.scope, id, { env, terminationProtection })
}

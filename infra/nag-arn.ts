import { CfnElement, Stack } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** The ARN of a construct's resource as cdk-nag writes it in the id of a finding. */
export function nagArn(construct: IConstruct): string {
  const { defaultChild } = construct.node
  if (!CfnElement.isCfnElement(defaultChild)) throw new TypeError(`${construct.node.path} has no resource`)
  return `<${Stack.of(construct).getLogicalId(defaultChild)}.Arn>`
}

import { CfnElement, Stack } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** How a finding of cdk-nag spells the ARN of something in this stack. */
export function arnInFindings(of: IConstruct): string {
  const { defaultChild } = of.node
  if (!CfnElement.isCfnElement(defaultChild)) throw new TypeError(`${of.node.path} is no resource`)
  return `<${Stack.of(of).getLogicalId(defaultChild)}.Arn>`
}

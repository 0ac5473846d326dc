import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'

/**
 * The value of a SecureString in SSM. A module of its own, loaded by those functions alone that need a secret: what a bundle
 * loads late by a package's name it holds whole, 150 KB more.
 */
export async function readSecret(Name: string): Promise<string> {
  const { Parameter } = await new SSMClient({}).send(new GetParameterCommand({ Name, WithDecryption: true }))
  if (!Parameter?.Value) throw new Error(`The parameter ${Name} has no value`)
  return Parameter.Value
}

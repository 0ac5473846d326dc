import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'

/** Reads the SSM parameter of this name, decrypted. @throws the error of SSM, which may name no such parameter */
export async function readParameter(Name: string): Promise<string> {
  const { Parameter } = await new SSMClient({}).send(new GetParameterCommand({ Name, WithDecryption: true }))
  if (!Parameter?.Value) throw new Error(`The parameter ${Name} has no value`)
  return Parameter.Value
}

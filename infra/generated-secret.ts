import { RemovalPolicy, Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'

interface Props {
  description: string
  whyNoRotation: string
}

/** A new random secret, as a dynamic reference: the template does not contain the value. */
export function generatedSecret(scope: Construct, id: string, { description, whyNoRotation }: Props): string {
  const secret = new Secret(scope, id, {
    description,
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
    removalPolicy: RemovalPolicy.DESTROY,
  })
  Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason: whyNoRotation })
  return secret.secretValue.unsafeUnwrap()
}

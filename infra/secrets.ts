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

/**
 * Creates the secret that CloudFront sends to the functions to prove that a request came through CloudFront. The functions
 * accept the next version too, so that raising `originKey` refuses no request while CloudFront and the functions are updated.
 *
 * @param version number of the current key, the stage's `originKey`
 * @returns the key that CloudFront sends, and the keys that the functions accept, separated by a comma
 */
export function createOriginKey(scope: Construct, version: number) {
  const [current = '', next = ''] = [version, version + 1].map((number) =>
    generatedSecret(scope, `OriginKey${number}`, {
      description: 'Sent by CloudFront to the functions; raising the stage’s originKey replaces it',
      whyNoRotation:
        'CloudFront gets the value at deployment, so an automatic rotation would refuse every request. Raising originKey replaces the key without refusing any.',
    }),
  )
  return { current, accepted: `${current},${next}` }
}

import { RemovalPolicy, Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'

interface Props {
  /** Number of the current key, the stage's `originKey`. */
  version: number
}

/**
 * The secret that CloudFront sends to the functions to prove that a request came through CloudFront. The functions accept
 * the next version too, so that raising `originKey` refuses no request while CloudFront and the functions are updated.
 */
export class OriginKey extends Construct {
  /** The key that CloudFront sends. */
  readonly current: string
  /** The keys that the functions accept, separated by a comma. */
  readonly accepted: string

  constructor(scope: Construct, id: string, { version }: Props) {
    super(scope, id)
    const values = [version, version + 1].map((number) => {
      const secret = new Secret(this, `Key${number}`, {
        description: 'Sent by CloudFront to the functions; raising the stage’s originKey replaces it',
        generateSecretString: { passwordLength: 48, excludePunctuation: true },
        removalPolicy: RemovalPolicy.DESTROY,
      })
      Validations.of(secret).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          'CloudFront gets the value at deployment, so an automatic rotation would refuse every request. Raising originKey replaces the key without refusing any.',
      })
      return secret.secretValue.unsafeUnwrap() // a dynamic reference: the template does not contain the value
    })
    this.current = values[0] ?? ''
    this.accepted = values.join(',')
  }
}

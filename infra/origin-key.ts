import { RemovalPolicy, Validations } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'

interface Props {
  /** Which key is shown now; the functions take the one after it too. */
  turn: number
}

/**
 * What CloudFront shows to the functions as a proof that a request came through it. The key of the next turn is accepted
 * already, so that raising `originKey` refuses nobody while CloudFront and the functions change one after the other.
 */
export class OriginKey extends Construct {
  /** What CloudFront shows. */
  readonly shown: string
  /** What the functions accept, with a comma between. */
  readonly accepted: string

  constructor(scope: Construct, id: string, { turn }: Props) {
    super(scope, id)
    const values = [turn, turn + 1].map((number) => {
      const secret = new Secret(this, `Key${number}`, {
        description: 'Shown by CloudFront to the functions; the stage’s originKey changes it',
        generateSecretString: { passwordLength: 48, excludePunctuation: true },
        removalPolicy: RemovalPolicy.DESTROY,
      })
      Validations.of(secret).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          'CloudFront takes the value when it is deployed, so a rotation that CloudFront is not told of would shut everybody out. It is changed by raising originKey, which refuses nobody on the way.',
      })
      return secret.secretValue.unsafeUnwrap() // a dynamic reference: the template has no value in it
    })
    this.shown = values[0] ?? ''
    this.accepted = values.join(',')
  }
}

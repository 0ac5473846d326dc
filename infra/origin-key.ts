import { Construct } from 'constructs'
import { generatedSecret } from './generated-secret.ts'

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
    const values = [version, version + 1].map((number) =>
      generatedSecret(this, `Key${number}`, {
        description: 'Sent by CloudFront to the functions; raising the stage’s originKey replaces it',
        whyNoRotation:
          'CloudFront gets the value at deployment, so an automatic rotation would refuse every request. Raising originKey replaces the key without refusing any.',
      }),
    )
    this.current = values[0] ?? ''
    this.accepted = values.join(',')
  }
}

import type { Construct } from 'constructs'
import { generatedSecret } from './generated-secret.ts'

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

/** The credentials of the embedded S3; every other local engine accepts any. */
export const localCredentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const

/**
 * Makes the AWS SDK of this process use the local credentials instead of the shell's, because the embedded S3 accepts no
 * others. With S3_ENDPOINT the shell's credentials stay, because they may belong to that endpoint.
 */
export function setLocalCredentials(): void {
  const { AWS_ACCESS_KEY_ID, AWS_PROFILE, S3_ENDPOINT } = process.env
  process.env.AWS_REGION ??= 'us-east-1'
  if (S3_ENDPOINT && (AWS_ACCESS_KEY_ID || AWS_PROFILE)) return
  process.env.AWS_ACCESS_KEY_ID = localCredentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = localCredentials.secretAccessKey
  // The SDK prefers a profile to access keys, and sends a session token along with them.
  delete process.env.AWS_PROFILE
  delete process.env.AWS_SESSION_TOKEN
}

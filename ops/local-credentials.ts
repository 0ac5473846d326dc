/** What every embedded engine takes. */
export const localCredentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } as const

/**
 * The embedded S3 checks signatures by localCredentials of its own, which then win over those of a developer's shell; the
 * other local engines take any, but may keep the tables of each apart.
 */
export function setLocalCredentials(): void {
  const { AWS_ACCESS_KEY_ID, AWS_PROFILE, S3_ENDPOINT } = process.env
  process.env.AWS_REGION ??= 'us-east-1'
  if (S3_ENDPOINT && (AWS_ACCESS_KEY_ID || AWS_PROFILE)) return
  process.env.AWS_ACCESS_KEY_ID = localCredentials.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = localCredentials.secretAccessKey
  // The SDK prefers a profile to keys, and sends a session's token along.
  delete process.env.AWS_PROFILE
  delete process.env.AWS_SESSION_TOKEN
}

/** What is likely wrong if the site answers with such a status, and what to do. */
const advice: [status: RegExp, sentence: string][] = [
  [
    /^403$/,
    'CloudFront may still deploy the distribution (wait a few minutes), may not read the site’s bucket, or a rule of the firewall refuses you: follow docs/runbooks/site-errors.md.',
  ],
  [
    /^404$/,
    'the files of the web app are not in the bucket: deploy again, as in "Upgrade" of docs/deploy.md.',
  ],
  [/^5/, 'the functions or their permissions fail: follow docs/runbooks/api-errors.md.'],
]

/**
 * Asks a site for its home page and its API.
 *
 * @param pointName what to do if the domain does not lead to CloudFront yet
 * @returns why the site does not work, in one sentence; null if it works
 */
export async function problemOfSite(origin: string, pointName: string): Promise<string | null> {
  for (const path of ['/', '/api/health']) {
    const answer = await fetch(origin + path).catch((error: Error) => error)
    if (answer instanceof Error) {
      const { code = answer.message } = (answer.cause ?? {}) as { code?: string }
      const host = new URL(origin).hostname
      return /^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(code)
        ? `The name ${host} does not resolve (${code}): ${pointName}`
        : `${host} makes no HTTPS connection (${code}): its certificate or its server is wrong. ${pointName}`
    }
    await answer.body?.cancel()
    if (!answer.ok) {
      const [, sentence] = advice.find(([status]) => status.test(String(answer.status))) ?? []
      return `${origin}${path} answers with status ${answer.status}: ${sentence ?? 'follow docs/runbooks/site-errors.md.'}`
    }
  }
  return null
}

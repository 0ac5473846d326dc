/** The state of a navigation to /auth that names the page to which the sign-in then leads. */
export const wanting = (path: string) => ({ wanted: path })

/** The page of this site that a navigation's state names, otherwise the home page. */
export function wantedPage(state: unknown): string {
  const wanted = (state as { wanted?: unknown } | null)?.wanted
  // A second slash would make the rest the name of another host.
  return typeof wanted === 'string' && /^\/(?![/\\])/.test(wanted) ? wanted : '/'
}

/** Matches an ISO 8601 UTC time within one minute of the current time. */
export const recentTime = expect.toSatisfy(
  (time: string) => new Date(time).toISOString() === time && Math.abs(Date.now() - Date.parse(time)) < 60_000,
  'a time at most one minute from now',
)

/** AWS list prices in us-east-1 in US dollars, without free tiers. docs/scale.md gives dates and sources. */
export const prices = {
  /** Per DynamoDB write request unit and read request unit. */
  write: 0.625 / 1e6,
  read: 0.125 / 1e6,
  lambdaCall: 0.2 / 1e6,
  /** Lambda on arm64. */
  gigabyteSecond: 0.0000133334,
  apiCall: 1 / 1e6,
  edgeCall: 0.01 / 1e4,
  edgeGigabyte: 0.085,
  edgeFunction: 0.1 / 1e6,
  put: 0.005 / 1e3,
  get: 0.0004 / 1e3,
  signature: 0.15 / 1e4,
  logGigabyte: 0.5,
  /** A month each: an own metric, a metric of an alarm, a dashboard. */
  ownMetric: 0.3,
  alarmedMetric: 0.1,
  dashboard: 3,
} as const

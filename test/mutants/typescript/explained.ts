/** Equivalent mutants by name, each with the reason why no test can notice it. */
export const explained: Record<string, string> = {}

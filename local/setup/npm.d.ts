export function npm(
  args: string[],
  options: { folder: string; nodeFile: string; logFile: string },
): Promise<void>

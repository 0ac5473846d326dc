import { listen } from './listen.ts'

/** Returns a loopback port that the operating system reports as free. */
export async function freePort(): Promise<number> {
  const { close, port } = await listen(() => {})
  await close()
  return port
}

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Starts a server on this machine, on any free port unless `port` names one.
 *
 * @throws Error that says what to do if the port is in use
 */
export async function listen(handle: RequestListener, port = 0) {
  const server = createServer(handle)
  // An idle connection stays open: its client could send a request just when the server closes it.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is in use. Stop the process that uses it, or choose another port: PORT=3001 npm start`,
            )
          : error,
      ),
    )
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { close, server, origin: `http://127.0.0.1:${address.port}`, port: address.port }
}

import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

const MISSING = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Accepts connections at one port of several addresses; skips an address that the machine does not have.
 * @returns the port, and the additional listeners, which have to be closed with the server.
 */
export async function listenOn(
  server: Server,
  port: number,
  hosts: readonly string[],
): Promise<{ port: number; doors: TcpServer[] }> {
  const [first, ...others] = hosts
  await opened(server, port, first)
  const bound = (server.address() as { port: number }).port
  const doors: TcpServer[] = []
  for (const host of others) {
    const door = new TcpServer(
      { allowHalfOpen: true, noDelay: true },
      (socket) => void server.emit('connection', socket),
    )
    await opened(door, bound, host).then(
      () => doors.push(door),
      (error: NodeJS.ErrnoException) => {
        if (!MISSING.includes(error.code ?? '')) throw error
      },
    )
  }
  return { port: bound, doors }
}

const opened = (server: TcpServer, port: number, host: string | undefined) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

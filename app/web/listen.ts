import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'

/** What a machine without such an address says. */
const MISSING = ['EADDRNOTAVAIL', 'EAFNOSUPPORT']

/**
 * Lets a server accept connections at one port of several addresses; an address that the machine does not have is left out.
 * @returns the port, and the doors besides the server, which have to be closed with it.
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

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { listenOn } from './listen.ts'

export type Listener = {
  server: Server
  /** Listens at one port of the addresses; of all by default. */
  listen(port: number, ...hosts: string[]): Promise<number>
  /** Whether the server is stopping; a load balancer then sends no more requests. */
  stopping(): boolean
  /**
   * Stops accepting connections, answers the requests on open ones, and closes them once they are idle.
   * @param announceMs how long it still accepts connections, so that a load balancer learns of the stop first.
   */
  stop(announceMs?: number): Promise<void>
}

/**
 * How long a connection that is idle at the start of a stop may still send a request, in milliseconds. Its client does
 * not know of the stop, so a request may be on its way.
 */
const IDLE_MS = 3_000
const SWEEP_MS = 50

export function createListener(handler: RequestListener): Listener {
  const server = createServer({ maxHeaderSize: 32_768, requestTimeout: 30_000, headersTimeout: 10_000 })
  server.keepAliveTimeout = 65_000
  const running = new Set<ServerResponse>()
  let doors: TcpServer[] = []
  let stopping = false
  server.on('request', (req, res) => {
    running.add(res)
    res.once('close', () => running.delete(res))
    res.once('finish', () => passOver(req))
    if (stopping) res.setHeader('connection', 'close')
    handler(req, res)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answered = [...running].some((res) => res.socket === socket && res.headersSent)
    refuseUnread(socket, answered ? null : (UNREADABLE[error.code ?? ''] ?? 'bad'))
  })
  server.on('connect', (_req, socket) => refuseUnread(socket, 'tunnel'))
  return {
    server,
    listen: async (port, ...hosts) => {
      const bound = await listenOn(server, port, hosts)
      doors = bound.doors
      return bound.port
    },
    stopping: () => stopping,
    stop: async (announceMs = 0) => {
      stopping = true
      await wait(announceMs)
      await takeWaiting(server)
      // The HTTP server's `close` would end idle connections immediately, so only the listener is closed.
      const closed = Promise.all(
        [server, ...doors].map(
          (door) => new Promise<void>((resolve) => TcpServer.prototype.close.call(door, () => resolve())),
        ),
      )
      for (const res of running) if (!res.headersSent) res.setHeader('connection', 'close')
      await Promise.race([closed, wait(IDLE_MS)])
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
      await closed
      clearInterval(sweep)
    },
  }
}

const REFUSALS = {
  bad: ['400 Bad Request', 'This request cannot be read.'],
  slow: ['408 Request Timeout', 'This request took too long.'],
  large: ['431 Request Header Fields Too Large', 'The headers of this request are too large.'],
  method: ['501 Not Implemented', 'This method is not known here.'],
  tunnel: ['405 Method Not Allowed', 'Method not allowed.'],
} as const

const UNREADABLE: Readonly<Record<string, keyof typeof REFUSALS>> = {
  HPE_INVALID_METHOD: 'method',
  HPE_HEADER_OVERFLOW: 'large',
  ERR_HTTP_REQUEST_TIMEOUT: 'slow',
}

/** Responds to a request that could not be parsed, and closes its connection; null sends nothing. */
function refuseUnread(socket: Duplex, why: keyof typeof REFUSALS | null): void {
  if (!why || !socket.writable) return void socket.destroy()
  const [status, detail] = REFUSALS[why]
  const body = JSON.stringify({ detail })
  const allow = why === 'method' || why === 'tunnel' ? 'allow: GET, HEAD, POST, PUT, DELETE\r\n' : ''
  socket.on('error', () => {})
  socket.end(
    `HTTP/1.1 ${status}\r\n${allow}connection: close\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/**
 * Discards the rest of an unread body, as after a refusal, so that the next request of the connection can be read.
 * Node.js does this only for bodies that no one has started to read.
 */
function passOver(req: IncomingMessage): void {
  if (req.complete) return
  req.removeAllListeners('data')
  req.resume()
}

/**
 * Accepts the connections in the system's queue: closing the listener would reset them, although their clients believe
 * them open. The queue is empty when a few turns of the event loop bring no new one.
 */
async function takeWaiting(server: Server): Promise<void> {
  let quiet = 0
  const taken = () => {
    quiet = 0
  }
  server.on('connection', taken)
  for (let turns = 0; quiet < 3 && turns < 200; turns++) {
    quiet += 1
    await turn()
  }
  server.off('connection', taken)
}

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'

export type Listener = {
  server: Server
  listen(port: number, host?: string): Promise<number>
  /** Whether the end has begun: who spreads requests then sends no more. */
  stopping(): boolean
  /** Takes no new connection, answers what comes on those that it has, and closes them once nothing comes any more. */
  stop(): Promise<void>
}

/**
 * How long a connection that is idle when the end begins may still bring a request, in milliseconds. Its client cannot know of the
 * end, so a request may be on its way: a client that is slow to send is answered as long as it sends within this time.
 */
const IDLE_MS = 3_000
const SWEEP_MS = 50

/** A HTTP server that stops without dropping a request that it could have had. */
export function createListener(handler: RequestListener): Listener {
  const server = createServer({ maxHeaderSize: 32_768, requestTimeout: 30_000, headersTimeout: 10_000 })
  server.keepAliveTimeout = 65_000
  const running = new Set<ServerResponse>()
  let stopping = false
  server.on('request', (req, res) => {
    running.add(res)
    res.once('close', () => running.delete(res))
    res.once('finish', () => passOver(req))
    if (stopping) res.setHeader('connection', 'close')
    handler(req, res)
  })
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => resolve((server.address() as { port: number }).port))
      }),
    stopping: () => stopping,
    stop: async () => {
      await takeWaiting(server)
      // The HTTP server's own `close` would end idle connections at once, so the listener alone is closed.
      const closed = new Promise<void>((resolve) => TcpServer.prototype.close.call(server, () => resolve()))
      stopping = true
      for (const res of running) if (!res.headersSent) res.setHeader('connection', 'close')
      await Promise.race([closed, wait(IDLE_MS)])
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
      await closed
      clearInterval(sweep)
    },
  }
}

/**
 * Lets what is left of a body that nobody wants go by, as after a refusal: the next request of the connection comes behind it.
 * Node.js does so itself only where nobody has begun to read.
 */
function passOver(req: IncomingMessage): void {
  if (req.complete) return
  req.removeAllListeners('data')
  req.resume()
}

/**
 * Takes the connections that the system has accepted for us: closing the listener would reset those, although their clients
 * believe them open. A few turns of the event loop without a new one mean that none waits.
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

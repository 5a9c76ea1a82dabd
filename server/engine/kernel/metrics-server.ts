import { createServer } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Log } from './log.ts'

/** Creates a registry with the metrics of the process itself (memory, event loop, garbage collection). */
export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/**
 * Serves the metrics of this process to Prometheus on a port of its own, which must never be public: they cover all sites.
 * Without a port nothing is served.
 * @returns `stop`, and the port in use (0 asks for a free one).
 */
export async function serveMetrics(
  registry: Registry,
  settings: { port: number | undefined; host: string },
  log: Log,
): Promise<{ port: number | null; stop(): Promise<void> }> {
  if (settings.port === undefined) return { port: null, stop: async () => {} }
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: Error) => {
        log.error({ err: error }, 'metrics cannot be read')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(settings.port, settings.host, resolve)
  })
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : null
  log.info({ port }, 'metrics are served')
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

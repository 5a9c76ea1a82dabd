import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Log } from './log.ts'
import { sameSecret } from './typed-code.ts'

export function createRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

/** The state of each part that a process uses: `ok`, `degraded` where it does without for a while, or the problem. */
export type Readiness = () => Promise<Record<string, string>>

export const isReady = (parts: Record<string, string>): boolean =>
  Object.values(parts).every((state) => state === 'ok' || state === 'degraded')

type Settings = {
  port: number | undefined
  host: string
  /** The token for `/metrics`; without one none is required. */
  token?: string | undefined
  readiness?: Readiness | undefined
}

/**
 * Serves this process's metrics to Prometheus on a separate port, since they cover all sites; if a token is set, only
 * with `Authorization: Bearer …`. Also serves `/healthz` and `/readyz`, since a worker has no other port. Without a
 * port nothing is served.
 * @returns `stop`, and the port in use (0 picks a free one).
 */
export async function serveMetrics(
  registry: Registry,
  { port, host, token, readiness = async () => ({}) }: Settings,
  log: Log,
): Promise<{ port: number | null; stop(): Promise<void> }> {
  if (port === undefined) return { port: null, stop: async () => {} }
  let stopping = false
  const answer = async ({ url, headers }: IncomingMessage, response: ServerResponse) => {
    switch (url?.split('?', 1)[0]) {
      case '/healthz':
        return sendJson(response, 200, { status: 'ok' })
      case '/readyz': {
        const parts: Record<string, string> = stopping ? { process: 'stopping' } : await readiness()
        return sendJson(response, isReady(parts) ? 200 : 503, parts)
      }
      case '/metrics': {
        const given = /^Bearer (\S{1,500})$/.exec(headers.authorization ?? '')?.[1]
        if (token && !(given && sameSecret(token, given)))
          return sendJson(response.setHeader('www-authenticate', 'Bearer'), 401, { detail: 'A token is needed.' })
        return void response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
      }
      default:
        return sendJson(response, 404, { detail: 'Not found.' })
    }
  }
  const server = createServer((request, response) => {
    if (request.method !== 'GET')
      return sendJson(response.setHeader('allow', 'GET'), 405, { detail: 'Method not allowed.' })
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'metrics cannot be read')
      sendJson(response, 500, { detail: 'Something went wrong.' })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const used = address && typeof address === 'object' ? address.port : null
  log.info({ port: used }, 'metrics are served')
  return {
    port: used,
    stop: () => {
      stopping = true
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

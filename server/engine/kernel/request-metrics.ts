import { Counter, Histogram, type Registry } from 'prom-client'

/** `route`: the template of its route (`api/events/:id/publish`), never an address. */
export type AnsweredRequest = { route: string | undefined; method: string | undefined; status: number; seconds: number }

export type RequestMetrics = { observe(request: AnsweredRequest): void }

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const NO_ROUTE = 'none'

/**
 * Counts and times requests by route, method and class of status. Labels come from fixed sets, so that visitors cannot
 * grow the metrics.
 */
export function createRequestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry]
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests (5xx are errors)',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route', 'method'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  return {
    observe: ({ route = NO_ROUTE, method = '', status, seconds }) => {
      const labels = { route, method: METHODS.has(method) ? method : 'other' }
      requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` })
      duration.observe(labels, seconds)
    },
  }
}

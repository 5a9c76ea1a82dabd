import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createRequestMetrics } from './request-metrics.ts'

test('requests are counted by route, method and class of status, and timed', async () => {
  const registry = new Registry()
  const { observe } = createRequestMetrics(registry)
  observe({ route: 'api/events/:id', method: 'GET', status: 200, seconds: 0.02 })
  observe({ route: 'api/events/:id', method: 'GET', status: 204, seconds: 0.3 })
  observe({ route: 'api/events/:id', method: 'GET', status: 503, seconds: 3 })
  const text = await registry.metrics()
  expect(text).toContain('http_requests_total{route="api/events/:id",method="GET",status="2xx"} 2')
  expect(text).toContain('http_requests_total{route="api/events/:id",method="GET",status="5xx"} 1')
  expect(text).toContain('http_request_duration_seconds_bucket{le="0.05",route="api/events/:id",method="GET"} 1')
  expect(text).toContain('http_request_duration_seconds_count{route="api/events/:id",method="GET"} 3')
})

test('invented methods and addresses without a route share one label', async () => {
  const registry = new Registry()
  const { observe } = createRequestMetrics(registry)
  for (let n = 0; n < 50; n++) observe({ route: undefined, method: `MADE${n}`, status: 404, seconds: 0 })
  const text = await registry.metrics()
  expect(text).toContain('http_requests_total{route="none",method="other",status="4xx"} 50')
  expect(text).not.toContain('MADE')
})

import type { RequestListener, ServerResponse } from 'node:http'
import { isApi, pathOf } from './edge.ts'

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const HEALTH = /^\/(?:healthz|readyz)\/?$/i

type Parts = {
  isFile: (path: string) => boolean
  api: RequestListener
  pages: RequestListener
}

/**
 * Handles methods that neither pages nor files accept: OPTIONS lists the allowed ones, every other unusual method is a
 * 405, on every host. The API checks its methods.
 */
export const byMethod =
  ({ isFile, api, pages }: Parts): RequestListener =>
  (req, res) => {
    const { method = '' } = req
    if (isApi(req)) return api(req, res)
    const reads = HEALTH.test(pathOf(req)) || isFile(pathOf(req))
    if (reads ? method === 'GET' || method === 'HEAD' : METHODS.includes(method)) return pages(req, res)
    refuseMethod(res, method, reads ? 'GET, HEAD' : 'GET, HEAD, POST')
  }

function refuseMethod(res: ServerResponse, method: string, allow: string): void {
  res.setHeader('allow', allow)
  res.setHeader('cache-control', 'no-store')
  res.setHeader('x-content-type-options', 'nosniff')
  if (method === 'OPTIONS') {
    res.statusCode = 204
    res.end()
    return
  }
  res.statusCode = 405
  res.setHeader('content-type', 'application/json; charset=utf-8')
  res.end(JSON.stringify({ detail: 'Method not allowed.' }))
}

/** Adds the `Allow` header to a page's refusal of a form that it does not have. */
export function setAllowHeader(res: ServerResponse): void {
  const writeHead = res.writeHead
  res.writeHead = ((...args: Parameters<typeof writeHead>) => {
    if ((typeof args[0] === 'number' ? args[0] : res.statusCode) === 405 && !res.hasHeader('allow'))
      res.setHeader('allow', 'GET, HEAD')
    return writeHead.apply(res, args)
  }) as typeof writeHead
}

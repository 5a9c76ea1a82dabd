import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import clientAddress from 'proxy-addr'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'
import type { WebContext } from './context.ts'
import type { Answer, Edge } from './edge.ts'
import { failureOf } from './failure.ts'

/** Handles a call of the API, also for an unknown path. */
export type ApiCalls = (req: IncomingMessage, res: Answer) => Promise<void>

type Parts = {
  context: WebContext
  edge: Edge
  calls: ApiCalls
  headers: Readonly<Record<string, string>>
  /** Whether the proxy at this address, so many hops away, is trusted. */
  trusts: (address: string, hop: number) => boolean
}

/**
 * Serves the API directly on the server of Node.js: request id, headers, host → site, then the route. Express would
 * replace the prototype of each request and response, which slows down all of Node.js's work on them
 * (docs/decisions/003).
 */
export function createApiListener({ context, edge, calls, headers, trusts }: Parts): RequestListener {
  const fixed = Object.entries(headers)
  const answer = async (req: IncomingMessage, res: Answer) => {
    const { site } = await edge.siteOf(req, res.locals)
    if (!site) return sendJson(res, 404, { detail: SITE_NOT_FOUND })
    res.locals.site = site
    await calls(req, res)
  }
  return (req, res) => {
    const begun = edge.begin(req, res, clientAddress(req, trusts))
    for (const [name, value] of fixed) res.setHeader(name, value)
    answer(req, begun).catch((error: unknown) => {
      if (res.headersSent) {
        res.destroy()
        return
      }
      const { requestId } = begun.locals
      const failure = failureOf(error, { url: req.url ?? '', requestId, log: context.log })
      for (const [name, value] of Object.entries(failure.headers)) res.setHeader(name, value)
      sendJson(res, failure.status, failure.body)
    })
  }
}

function sendJson(res: ServerResponse, status: number, body: object): void {
  res.statusCode = status
  res.setHeader('content-type', 'application/json; charset=utf-8')
  res.end(JSON.stringify(body))
}

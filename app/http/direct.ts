import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createReadableStreamFromReadable, type ServerBuild } from '@remix-run/node'
import type { Calls } from '#app/web/api-listener.ts'
import type { WebContext } from '#app/web/context.ts'
import { pathOf } from '#app/web/edge.ts'
import { METHODS, refuseMethod } from '#app/web/methods.ts'
import { NOBODY } from '#server/engine/access/actor.ts'
import type { ApiArgs } from './api.ts'
import { type Endpoint, jsonReply, type Reply } from './reply.ts'
import { routeIndex } from './route-index.ts'

const READS = ['GET', 'HEAD']
const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE']

type Call = ((args: ApiArgs) => Promise<Response>) | Endpoint<ApiArgs>

/**
 * The calls of the API without Remix in between: the same route modules with the same arguments, found by an index that is made
 * once, and answered without copying the text through streams (docs/decisions/006). What it does not know goes on to Remix.
 */
export function createDirectCalls(build: ServerBuild, context: WebContext): Calls {
  const find = routeIndex(build.routes, 'api')
  const { protocol } = new URL(context.config.publicOrigin)
  return async (req, res) => {
    const { method = '', url = '' } = req
    const found = find(pathOf(req))
    const read = READS.includes(method)
    const call = read ? found?.route.module.loader : WRITES.includes(method) ? found?.route.module.action : undefined
    const usual = METHODS.includes(method)
    if (usual && (!found || !call || url.includes('_data='))) return false
    if (!found) return sendNotFound(req, res)
    const address = `${protocol}//${req.headers.host ?? 'localhost'}${url}`
    const { site, requestId } = res.locals
    const args = {
      request: read || !usual ? readingRequest(req, address) : requestOf(req, address),
      params: found.params,
      context: { app: context, site, console: false, actor: NOBODY, nonce: '', requestId },
    }
    if (usual) await send(req, res, await answer(call as Call, args))
    else {
      const { loader, action } = found.route.module
      refuseMethod(res, method, await allowedAt(new Set([loader, action] as Call[]), args))
    }
    return true
  }
}

/** Remix is never asked by a method that it does not know: it would answer with a stack. */
async function sendNotFound(req: IncomingMessage, res: ServerResponse): Promise<true> {
  await send(req, res, jsonReply({ detail: 'Not found.' }, 404))
  return true
}

/** What an address takes: each of its calls says so when it is asked by a method that is no read and no write. */
async function allowedAt(calls: Iterable<Call | undefined>, args: ApiArgs): Promise<string> {
  const allowed = new Set<string>()
  for (const call of calls) {
    if (!call) continue
    const { headers } = await answer(call, args)
    const said = headers instanceof Headers ? headers.get('allow') : headers.allow
    for (const method of said?.split(', ') ?? []) allowed.add(method)
  }
  return [...allowed].join(', ')
}

async function answer(call: Call, args: ApiArgs): Promise<Reply | Response> {
  try {
    return await ('reply' in call ? call.reply(args) : call(args))
  } catch (error) {
    if (error instanceof Response) return error
    throw error
  }
}

function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers))
    if (Array.isArray(value)) for (const one of value) headers.append(name, one)
    else if (value) headers.set(name, value)
  return headers
}

function requestOf(req: IncomingMessage, address: string): Request {
  const { method = '' } = req
  const body = READS.includes(method) ? null : createReadableStreamFromReadable(req)
  return new Request(address, { method, headers: headersOf(req), body, duplex: 'half' } as RequestInit)
}

/** Stands for a request without a body, of which most calls read only the method, the address and a header or two. */
export function readingRequest(req: IncomingMessage, address: string): Request {
  let whole: Request | undefined
  let headers: Headers | undefined
  return new Proxy(Object.create(Request.prototype) as Request, {
    get: (_target, name) => {
      if (name === 'method') return req.method
      if (name === 'url') return address
      if (name === 'headers') {
        headers ??= headersOf(req)
        return headers
      }
      whole ??= requestOf(req, address)
      const value: unknown = Reflect.get(whole, name, whole)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
}

export async function send(req: IncomingMessage, res: ServerResponse, reply: Reply | Response): Promise<void> {
  res.statusCode = reply.status
  if (!(reply instanceof Response)) {
    for (const name in reply.headers) res.setHeader(name, reply.headers[name]!)
    if (reply.body !== null) res.setHeader('content-length', Buffer.byteLength(reply.body))
    res.end(req.method === 'HEAD' || reply.body === null ? undefined : reply.body)
    return
  }
  for (const [name, value] of reply.headers) res.appendHeader(name, value)
  if (!reply.body || req.method === 'HEAD') {
    res.end()
    return
  }
  // A reader who goes away is no error; the pipeline has then closed the source.
  await pipeline(Readable.fromWeb(reply.body as ReadableStream), res).catch((error: unknown) => {
    if (!res.destroyed) throw error
  })
}

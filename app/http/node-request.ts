import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { Reply } from './reply.ts'

const READS = ['GET', 'HEAD']

/** Converts a message of Node.js to a `Request`. Without a body, only the accessed parts are created. */
export function toRequest(req: IncomingMessage, address: string): Request {
  const { method = '' } = req
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)
    ? wholeRequest(req, address)
    : bodylessRequest(req, address)
}

function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers))
    if (Array.isArray(value)) for (const item of value) headers.append(name, item)
    else if (value) headers.set(name, value)
  return headers
}

export function wholeRequest(req: IncomingMessage, address: string): Request {
  const { method = '' } = req
  const body = READS.includes(method) ? null : createReadableStreamFromReadable(req)
  return new Request(address, { method, headers: headersOf(req), body, duplex: 'half' } as RequestInit)
}

/** Replaces a request without a body: most calls read only its method, URL and a header or two. */
export function bodylessRequest(req: IncomingMessage, address: string): Request {
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
      if (name === 'body' && READS.includes(req.method ?? '')) return null
      whole ??= wholeRequest(req, address)
      const value: unknown = Reflect.get(whole, name, whole)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
}

/** Writes a response: a text or a page in one piece, a stream as it arrives. */
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
  if (reply.headers.get('content-type')?.startsWith('text/html')) {
    res.end(Buffer.from(await reply.arrayBuffer()))
    return
  }
  // A client that disconnects is no error; the pipeline has then closed the source.
  await pipeline(Readable.fromWeb(reply.body as ReadableStream), res).catch((error: unknown) => {
    if (!res.destroyed) throw error
  })
}

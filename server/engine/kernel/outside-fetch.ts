import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { createPublicAddressCheck } from './public-address.ts'

type Options = { method?: string; headers?: Record<string, string>; body?: unknown; signal?: AbortSignal | null }

const MOST_BYTES = 512 * 1024

/**
 * Creates a `fetch` for addresses that an admin entered, also with POST: https and public addresses only, connected to the
 * checked address, no redirects, no cookies, at most 512 KiB.
 * @param anywhere allows this machine and plain http, for development and tests.
 */
export function createOutsideFetch(anywhere: boolean) {
  const isPublic = createPublicAddressCheck()
  return async (address: string, options: Options): Promise<Response> => {
    const url = new URL(address)
    if (url.username || url.password || (url.protocol !== 'https:' && !(anywhere && url.protocol === 'http:')))
      throw new Error('The address is not allowed.')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const found = isIP(host) ? [host] : (await lookup(host, { all: true })).map((entry) => entry.address)
    if (!found.length || !(anywhere || found.every(isPublic)))
      throw new Error('The host is not on the public internet.')
    return ask(url, found[0]!, options)
  }
}

const ask = (url: URL, pinned: string, { method = 'GET', headers = {}, body, signal }: Options) =>
  new Promise<Response>((done, fail) => {
    const family = isIP(pinned)
    const sent = body === undefined || body === null ? undefined : String(body)
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        agent: false,
        method,
        headers: { ...headers, ...(sent === undefined ? {} : { 'content-length': Buffer.byteLength(sent) }) },
        ...(signal ? { signal } : {}),
        lookup: (_host, wanted, answer) =>
          wanted.all ? answer(null, [{ address: pinned, family }]) : answer(null, pinned, family),
      },
      (response) => {
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > MOST_BYTES) request.destroy(new Error('The answer is too large.'))
          else parts.push(part)
        })
        response.on('error', fail)
        response.on('end', () => {
          const status = response.statusCode ?? 502
          const plain = Object.entries(response.headers).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, String(value)] as [string, string]],
          )
          const empty = status === 204 || status === 304
          done(new Response(empty ? null : Buffer.concat(parts), { status, headers: plain }))
        })
      },
    )
    request.on('error', fail)
    request.end(sent)
  })

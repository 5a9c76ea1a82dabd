import { lookup as dnsLookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { createPublicAddressCheck } from './public-address.ts'

export type Resolve = (host: string) => Promise<string[]>
export type Fetched = { type: string; body: Buffer }

/** Why an outside page could not be read, as a message for the person who asked for it. */
export class FetchProblem extends Error {}

type Options = {
  timeoutMs: number
  maxBytes: number
  accept: string
  resolve?: Resolve
  isPublic?: (address: string) => boolean
  /** The allowed ports; 80 and 443 unless given. */
  ports?: readonly number[]
}

const resolveAll: Resolve = async (host) =>
  (await dnsLookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * Reads one address of the public internet (security: requests made by the server). The name is resolved once, all of its
 * addresses must be public, and the connection goes to a checked address. Redirects are not followed, no credentials or
 * cookies are sent, and time and size are limited from the first byte to the last.
 * @throws FetchProblem for any failure.
 */
export function createFetchPublic({
  timeoutMs,
  maxBytes,
  accept,
  resolve = resolveAll,
  isPublic,
  ports = [80, 443],
}: Options) {
  const mayReach = isPublic ?? createPublicAddressCheck()
  return async (address: string): Promise<Fetched> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const late = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(new FetchProblem('It took too long to answer.')), { once: true }),
    )
    late.catch(() => {})
    const url = readUrl(address, ports)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const found = isIP(host) ? [host] : await Promise.race([resolve(host).catch(() => []), late])
    if (!found.length) throw new FetchProblem('Its host is not known.')
    if (!found.every(mayReach)) throw new FetchProblem('Its host is not on the public internet.')
    return await Promise.race([read(url, found[0]!, { signal, maxBytes, accept }), late])
  }
}

function readUrl(address: string, ports: readonly number[]): URL {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    throw new FetchProblem('Its address is not valid.')
  }
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const plain = !url.username && !url.password && ports.includes(port)
  if (!/^https?:$/.test(url.protocol) || !plain) throw new FetchProblem('Its address is not allowed.')
  return url
}

type Limits = { signal: AbortSignal; maxBytes: number; accept: string }

const read = (url: URL, pinned: string, { signal, maxBytes, accept }: Limits) =>
  new Promise<Fetched>((done, fail) => {
    const family = isIP(pinned)
    const ask = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = ask(
      url,
      {
        agent: false,
        signal,
        headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'Watchbill' },
        lookup: (_host, options, answer) =>
          options.all ? answer(null, [{ address: pinned, family }]) : answer(null, pinned, family),
      },
      (response) => {
        const status = response.statusCode ?? 0
        if (status !== 200) {
          fail(new FetchProblem(status >= 300 && status < 400 ? 'It points elsewhere.' : `It answered ${status}.`))
          response.destroy()
          return
        }
        const parts: Buffer[] = []
        let size = 0
        response.on('data', (part: Buffer) => {
          size += part.length
          if (size > maxBytes) {
            fail(new FetchProblem('It is too large.'))
            response.destroy()
          } else parts.push(part)
        })
        response.on('end', () => done({ type: response.headers['content-type'] ?? '', body: Buffer.concat(parts) }))
        response.on('error', () => fail(new FetchProblem('It could not be reached.')))
        response.on('aborted', () => fail(new FetchProblem('It could not be reached.')))
      },
    )
    request.on('error', () => fail(new FetchProblem('It could not be reached.')))
    request.end()
  })

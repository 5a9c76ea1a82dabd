import { lookup as dnsLookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type Resolve = (host: string) => Promise<string[]>
export type PublicRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
  /** Resolves with the headers and an empty body; the rest is not received. */
  headersOnly?: true
}
/** @property headers repeated ones joined by commas. */
export type Fetched = { status: number; headers: Record<string, string>; body: Buffer }
export type PublicFetch = (address: string, request?: PublicRequest) => Promise<Fetched>

/** Why a fetch failed, as a message for the person who entered the address. */
export class FetchProblem extends Error {}

type Options = {
  /** From the lookup of the name to the last byte. */
  timeoutMs: number
  maxBytes: number
  protocols?: readonly ('http:' | 'https:')[]
  ports?: readonly number[]
  resolve?: Resolve
  /** Whether an IP address may be reached; default: public ones. */
  isPublic?: (ip: string) => boolean
}

const resolveAll: Resolve = async (host) =>
  (await dnsLookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * Creates the server's only way to request addresses that users typed (docs/security.md). Resolves the name once,
 * requires all its IP addresses to be public, and connects to the checked one. Returns redirects without following
 * them; sends no cookies and credentials; limits time and size.
 * @throws FetchProblem from the returned function, for any failure.
 */
export function createPublicFetch({
  timeoutMs,
  maxBytes,
  protocols = ['http:', 'https:'],
  ports,
  resolve = resolveAll,
  isPublic = isPublicAddress,
}: Options): PublicFetch {
  return async (address, request = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const timedOut = new Promise<never>((_, reject) =>
      timeout.addEventListener('abort', () => reject(new FetchProblem('It took too long to reply.')), { once: true }),
    )
    timedOut.catch(() => {})
    const url = parseAddress(address, { protocols, ports })
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const ips = isIP(host) ? [host] : await Promise.race([resolve(host).catch(() => []), timedOut])
    const [ip] = ips
    if (ip === undefined) throw new FetchProblem('Its host wasn’t found.')
    if (!ips.every(isPublic)) throw new FetchProblem('Its host is not on the public internet.')
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout
    return await Promise.race([send(url, ip, { ...request, signal, maxBytes }), timedOut])
  }
}

/**
 * Creates a function that reads the document at an address. Follows one redirect, checked like the first address and
 * never from HTTPS to HTTP.
 * @throws FetchProblem from the returned function, also for any status other than 200.
 */
export const createDocumentReader =
  (fetch: PublicFetch, { accept }: { accept: string }) =>
  async (address: string): Promise<{ type: string; body: Buffer }> => {
    const first = await fetch(address, { headers: { accept } })
    const next = redirectOf(first, address)
    const { status, headers, body } = next ? await fetch(next, { headers: { accept } }) : first
    if (status >= 300 && status < 400) throw new FetchProblem('It redirects to another address.')
    if (status !== 200) throw new FetchProblem(`It replied ${status}.`)
    return { type: headers['content-type'] ?? '', body }
  }

const REDIRECTS = [301, 302, 303, 307, 308]

function redirectOf({ status, headers }: Fetched, address: string): string | null {
  const location = headers.location
  if (!REDIRECTS.includes(status) || location === undefined || !URL.canParse(location, address)) return null
  const url = new URL(location, address)
  return new URL(address).protocol === 'https:' && url.protocol !== 'https:' ? null : url.href
}

function parseAddress(
  address: string,
  { protocols, ports }: { protocols: readonly string[]; ports: readonly number[] | undefined },
): URL {
  if (!URL.canParse(address)) throw new FetchProblem('Its address is not valid.')
  const url = new URL(address)
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const isAllowed = protocols.some((protocol) => protocol === url.protocol) && (ports?.includes(port) ?? true)
  if (!isAllowed || url.username || url.password) throw new FetchProblem('Its address is not allowed.')
  return url
}

type Sending = PublicRequest & { signal: AbortSignal; maxBytes: number }

/** Sends a request to an IP address, whatever the host's name resolves to by now. */
const send = (url: URL, ip: string, { method = 'GET', headers = {}, body, signal, maxBytes, headersOnly }: Sending) =>
  new Promise<Fetched>((done, fail) => {
    const family = isIP(ip)
    const unreachable = () => fail(new FetchProblem('It could not be reached.'))
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(
      url,
      {
        agent: false,
        method,
        signal,
        headers: {
          'accept-encoding': 'identity',
          'user-agent': 'Watchbill',
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
        lookup: (_host, options, answer) =>
          options.all ? answer(null, [{ address: ip, family }]) : answer(null, ip, family),
      },
      (response) => {
        if (headersOnly) {
          done({
            status: response.statusCode ?? 0,
            headers: plainHeaders(response.headers),
            body: Buffer.alloc(0),
          })
          // The result is settled; the rest of the body is not needed.
          response.on('error', () => {})
          response.destroy()
          return
        }
        const chunks: Buffer[] = []
        let size = 0
        response.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBytes) {
            fail(new FetchProblem('It is too large.'))
            response.destroy()
          } else chunks.push(chunk)
        })
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: plainHeaders(response.headers),
            body: Buffer.concat(chunks),
          }),
        )
        response.on('error', unreachable)
        response.on('aborted', unreachable)
      },
    )
    request.on('error', unreachable)
    request.end(body)
  })

const plainHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { runningProduct } from './running-product.ts'

export const port = () => runningProduct().port
export const own = () => `harbour.localhost:${port()}`

export type Answer = { status: number; text: string; headers: Record<string, string[]> }

/** Sends a request without correcting it: any host, a header twice, an absolute address. */
export const raw = (method: string, path: string, headers: [string, string][], body?: object) =>
  new Promise<Answer>((done, fail) => {
    const sent = body && JSON.stringify(body)
    const all = [
      ...headers,
      ...(sent
        ? [
            ['content-type', 'application/json'],
            ['content-length', String(Buffer.byteLength(sent))],
          ]
        : []),
    ]
    const options = { host: '127.0.0.1', port: port(), method, path, setHost: false, agent: false }
    const ask = httpRequest({ ...options, headers: all.flat() as unknown as OutgoingHttpHeaders }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const found: Answer['headers'] = {}
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          const name = response.rawHeaders[i]!.toLowerCase()
          found[name] = [...(found[name] ?? []), response.rawHeaders[i + 1]!]
        }
        done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString(), headers: found })
      })
    })
    ask.on('error', fail)
    ask.end(sent)
  })

export const form = (path: string, fields: Record<string, string>, headers: [string, string][] = []) => {
  const body = new URLSearchParams(fields).toString()
  return new Promise<Answer>((done, fail) => {
    const all = {
      host: own(),
      origin: `http://${own()}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      ...Object.fromEntries(headers),
    }
    const ask = httpRequest(
      { host: '127.0.0.1', port: port(), method: 'POST', path, headers: all, agent: false },
      (response) => {
        response.resume()
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            text: '',
            headers: {
              'set-cookie': response.headers['set-cookie'] ?? [],
              location: [response.headers.location ?? ''],
              'clear-site-data': [String(response.headers['clear-site-data'] ?? '')],
            },
          }),
        )
      },
    )
    ask.on('error', fail)
    ask.end(body)
  })
}

export const cookieOf = (answer: Answer, name: string) =>
  answer.headers['set-cookie']
    ?.find((cookie) => cookie.startsWith(`${name}=`) && !cookie.includes('Max-Age=0'))
    ?.split(';')[0]

import { Agent, request } from 'node:http'

export type ProductAnswer = { status: number; text: string; cookies: string[] }

type Sent = {
  method: string
  path: string
  /** The label of the host: a club's, or `platform`. */
  site: string
  headers?: Record<string, string>
  body?: string | Uint8Array | undefined
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** One request to a product of this machine, as it is written here. A connection that the product ends is no answer: status 0. */
export const callProduct = (port: number, { method, path, site, headers = {}, body }: Sent): Promise<ProductAnswer> =>
  new Promise((resolve, reject) => {
    const host = `${site}.localhost:${port}`
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { agent, host: '127.0.0.1', port, method, path, headers: { host, ...length, ...headers } }
    const asked = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => void parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          cookies: response.headers['set-cookie'] ?? [],
        }),
      )
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE'
        ? resolve({ status: 0, text: '', cookies: [] })
        : reject(error),
    )
    asked.end(body)
  })

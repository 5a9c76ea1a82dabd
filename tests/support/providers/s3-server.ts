import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

export type S3Server = {
  url: string
  objects: Map<string, { bytes: Buffer; content_type: string }>
  calls: string[]
  /** Simulates an outage: while set, every call is answered with this status. */
  failing: number | null
  close(): Promise<void>
}

/** The page size of a listing, in keys. */
const PAGE = 2

/**
 * A local S3 addressed by path, with one bucket: put, get, size, remove, list by pages. It refuses calls that are not signed
 * (AWS signature, version 4) for the given key, and bodies that do not match their header.
 */
export async function startS3Server(bucket: string, accessKey: string): Promise<S3Server> {
  const s3: S3Server = { url: '', objects: new Map(), calls: [], failing: null, close: async () => {} }
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://s3')
    const answer = (status: number, xml = '') => res.writeHead(status, { 'content-type': 'application/xml' }).end(xml)
    const error = (status: number, code: string) =>
      answer(
        status,
        `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
      )
    const body = await bytesOf(req)
    s3.calls.push(`${req.method} ${url.pathname}`)
    if (s3.failing) return error(s3.failing, 'InternalError')
    if (!req.headers.authorization?.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKey}/`))
      return error(403, 'AccessDenied')
    const [, of, ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    if (of !== bucket) return error(404, 'NoSuchBucket')
    if (req.method === 'GET' && key === '') return answer(200, listing(url.searchParams))
    if (req.method === 'PUT') {
      const claimed = req.headers['x-amz-content-sha256']
      if (claimed !== 'UNSIGNED-PAYLOAD' && claimed !== createHash('sha256').update(body).digest('hex'))
        return error(400, 'XAmzContentSHA256Mismatch')
      s3.objects.set(key, { bytes: body, content_type: String(req.headers['content-type']) })
      return answer(200)
    }
    if (req.method === 'DELETE') {
      s3.objects.delete(key)
      return answer(204)
    }
    const found = s3.objects.get(key)
    if (!found) return error(404, 'NoSuchKey')
    const { bytes, content_type } = found
    return res.writeHead(200, { 'content-type': content_type, 'content-length': bytes.byteLength }).end(bytes)
  })
  const listing = (query: URLSearchParams) => {
    const keys = [...s3.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    const from = Number(query.get('continuation-token') ?? 0)
    const more = from + PAGE < keys.length
    const contents = keys.slice(from, from + PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
    return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  s3.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  s3.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return s3
}

async function bytesOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

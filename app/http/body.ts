import type { ReadableStream } from 'node:stream/web'
import { DomainError } from '#server/kernel/errors.ts'

const MAX_JSON = 2 * 1024 * 1024

/** Reads a body up to `limit` bytes, before any transaction is open. @throws DomainError 'too_large'. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new DomainError('too_large', `The body is larger than ${Math.floor(limit / 1024)} KiB.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body) {
    // Cancelled, the body would take its connection along, and the refusal with it.
    for await (const chunk of (request.body as ReadableStream<Uint8Array>).values({ preventCancel: true })) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks)
}

/** @throws DomainError 'unsupported' for another media type, 'invalid' for broken JSON, 'too_large'. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request, MAX_JSON)
  if (bytes.byteLength === 0) return undefined
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type))
    throw new DomainError('unsupported', 'Send JSON (content-type application/json).')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new DomainError('invalid', 'The body is not JSON.', {
      issues: { non_field_errors: ['The body is not JSON.'] },
    })
  }
}

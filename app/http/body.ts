import type { ReadableStream } from 'node:stream/web'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { jsonShapeProblem } from './json-shape.ts'

const MAX_JSON = 2 * 1024 * 1024
/**
 * What signing in sends, in bytes: anybody may send it, to a process that all clubs share. The largest that is honest is the answer
 * of a passkey, of at most 10 KiB: an id of 1,400 letters twice, a signature of 4,412 (ML-DSA-65), the rest below 2,000.
 */
export const SIGN_IN_BODY = 16 * 1024
/** A new passkey comes with its public key and what its maker certifies of it, of at most 20 KiB. */
export const NEW_PASSKEY_BODY = 32 * 1024

/** Whether a body is longer than what anybody may have read for them, or does not say how long it is. */
export function isLarge(request: Request): boolean {
  const length = request.headers.get('content-length')
  return request.body !== null && (length === null || Number(length) > SIGN_IN_BODY)
}

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

/**
 * Reads a JSON body of at most `limit` bytes, nested and long as calls need it.
 * @throws DomainError 'unsupported' for another media type, 'invalid' for broken JSON, 'too_large'.
 */
export async function readJson(request: Request, limit = MAX_JSON): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  if (bytes.byteLength === 0) return undefined
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(type))
    throw new DomainError('unsupported', 'Send JSON (content-type application/json).')
  const problem = jsonShapeProblem(bytes)
  if (problem) throw new DomainError('invalid', problem, { issues: { non_field_errors: [problem] } })
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new DomainError('invalid', 'The body is not JSON.', {
      issues: { non_field_errors: ['The body is not JSON.'] },
    })
  }
}

import type { ReadableStream } from 'node:stream/web'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { jsonShapeProblem } from './json-shape.ts'

const MAX_JSON = 2 * 1024 * 1024
/**
 * Maximum size of a sign-in in bytes: anyone may send one to a process that all clubs share. The largest honest body is
 * a passkey's answer of at most 10 KiB: twice an id of 1,400 characters, a signature of 4,412 (ML-DSA-65), and less
 * than 2,000 for the rest.
 */
export const SIGN_IN_BODY = 16 * 1024
/** A new passkey includes its public key and its maker's attestation, at most 20 KiB. */
export const NEW_PASSKEY_BODY = 32 * 1024

/** Whether a body exceeds the limit of anonymous callers, or does not declare its length. */
export function isLarge(request: Request): boolean {
  const length = request.headers.get('content-length')
  return request.body !== null && (length === null || Number(length) > SIGN_IN_BODY)
}

/** Reads a body of up to `limit` bytes; call it before a transaction is open. @throws DomainError 'too_large'. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new DomainError('too_large', `The body is larger than ${Math.floor(limit / 1024)} KiB.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  if (request.body) {
    // Cancelling the body would close its connection before the refusal is sent.
    for await (const chunk of (request.body as ReadableStream<Uint8Array>).values({ preventCancel: true })) {
      size += chunk.byteLength
      if (size > limit) throw tooLarge()
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks)
}

/**
 * Reads a JSON body of at most `limit` bytes, within the nesting and size that calls need.
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

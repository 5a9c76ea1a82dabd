import { NOT_STORABLE } from '#server/engine/collections/field-contract.ts'
import { DomainError, invalid, statusOf } from '#server/engine/kernel/errors.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { jsonReply, type Reply, toResponse } from './reply.ts'

export type ProblemBody = Record<string, unknown>

/** Translates domain errors by their table, anything else to a 500 whose cause is only in the log. */
export function problemReply(thrown: unknown, { log, requestId }: { log: Log; requestId: string }): Reply | Response {
  const error = unstorable(thrown) ? invalid({ non_field_errors: [NOT_STORABLE] }) : thrown
  if (error instanceof Response) return error
  if (isGone(error)) return jsonReply({ detail: 'The request was incomplete.' }, 400)
  if (!isDomainError(error)) {
    log.error({ err: error, request_id: requestId }, 'request failed')
    return jsonReply({ detail: 'Something went wrong. Please try again.', request_id: requestId }, 500)
  }
  if (error.extras.cause) log.warn({ err: error.extras.cause, request_id: requestId }, error.message)
  const { retryAfter } = error.extras
  return jsonReply(
    bodyOf(error),
    statusOf(error),
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  )
}

/** PostgreSQL's error for a character that it cannot store (NUL): a fault of the sender. */
const unstorable = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '22021' || error.code === '22P05')

/**
 * Whether the client disconnected while its request was read: not the server's fault, and no one receives the response.
 */
const isGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET' && error.message === 'aborted'

export const problem = (...args: Parameters<typeof problemReply>): Response => toResponse(problemReply(...args))

/** Adds the request's id to a refusal that a page shows, also without JavaScript. */
export async function named(answer: Response, request_id: string): Promise<Response> {
  const body = (await answer.json()) as object
  return new Response(JSON.stringify({ ...body, request_id }), { status: answer.status, headers: answer.headers })
}

/** Returns an error response and commits; a thrown error rolls back. */
export const refusal = (error: DomainError): Response => json(bodyOf(error), statusOf(error))

/** Also recognises the error where the server bundle and the entry each have a copy of the class. */
export const isDomainError = (error: unknown): error is DomainError => error instanceof DomainError

export function bodyOf(error: DomainError): ProblemBody {
  const { issues, items, reason, body } = error.extras
  if (error.code === 'invalid' && (items || (issues && Object.keys(issues).length > 0)))
    return { ...issues, ...(items ? { items } : {}), ...body }
  return { detail: error.message, ...(reason ? { code: reason } : {}), ...body }
}

export const json = (...args: Parameters<typeof jsonReply>): Response => toResponse(jsonReply(...args))

import { type SendResult, send as sendAny } from '#app/collections/reauth/send.ts'

/** The console shows every error inline: it has no club pages to redirect to. */
const INLINE_STATUSES = [403, 404, 409, 429, 500, 503]

/** Posts to the console's endpoints and unwraps an error. Never throws. */
export async function postToConsole(path: string, body: object = {}): Promise<SendResult> {
  const answer = await sendAny('POST', path, body, INLINE_STATUSES)
  const problem = answer.body?.problem as Record<string, unknown> | undefined
  return problem ? { ...answer, body: problem } : answer
}

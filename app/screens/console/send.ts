import { type SendResult, send as sendAny } from '../../collections/reauth/send.ts'

/** The console says every refusal beside what was asked for: it has no pages of a club to open. */
const OWN = [403, 404, 409, 429, 500, 503]

/** One POST of the console's own pages. What was refused is unpacked. Never throws. */
export async function send(path: string, body: object = {}): Promise<SendResult> {
  const answer = await sendAny('POST', path, body, OWN)
  const problem = answer.body?.problem as Record<string, unknown> | undefined
  return problem ? { ...answer, body: problem } : answer
}

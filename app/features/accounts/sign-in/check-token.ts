import { fetchApi, HANDLED_STATUSES, NETWORK_ERROR } from '#app/shell/fetch-api.ts'

const HANDLED = HANDLED_STATUSES.filter((status) => status !== 429)

export type TokenCheck = { kind: 'valid'; email: string } | { kind: 'invalid'; message: string }

/** Any status but 200 returns the first error of `token`; a 429 opens its page, too. @throws when aborted. */
export async function checkToken(token: string, signal: AbortSignal): Promise<TokenCheck> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'PUT', headers, body: JSON.stringify({ token }), signal }
  const answer = await fetchApi('/api/password_reset/check', init, HANDLED).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  if (!answer) return { kind: 'invalid', message: NETWORK_ERROR }
  const body = (await answer.json().catch(() => ({}))) as { email?: string; token?: string[]; detail?: string }
  if (answer.status === 200 && body.email) return { kind: 'valid', email: body.email }
  return { kind: 'invalid', message: body.token?.[0] ?? body.detail ?? NETWORK_ERROR }
}

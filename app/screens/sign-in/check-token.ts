export type TokenCheck = { kind: 'good'; email: string } | { kind: 'bad'; message: string }

const UNREACHABLE = 'Network Error Connecting to Server. Please check your connection or try again later.'

/** Asks whose reset link this is. Any status but 200 gives the first error of `token` (specification §7). @throws when aborted. */
export async function checkToken(token: string, signal: AbortSignal): Promise<TokenCheck> {
  const answer = await fetch('/api/password_reset/check', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    return null
  })
  if (!answer) return { kind: 'bad', message: UNREACHABLE }
  const body = (await answer.json().catch(() => ({}))) as { email?: string; token?: string[]; detail?: string }
  if (answer.status === 200 && body.email) return { kind: 'good', email: body.email }
  return { kind: 'bad', message: body.token?.[0] ?? body.detail ?? UNREACHABLE }
}

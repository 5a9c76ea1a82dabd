import { fetchApi, NETWORK_ERROR } from '../shell/fetch-api.ts'

export type Answer = { ok: boolean; status: number; body: unknown; headers: Headers }

/**
 * Calls the API with the browser's session. Never throws: a network failure is an answer too.
 * @param handled statuses that the caller handles itself (see `fetchApi`).
 */
export async function callApi(
  method: string,
  path: string,
  body?: object | FormData,
  handled: readonly number[] = [],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = body instanceof FormData
  const init = {
    method,
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    headers: { ...(body !== undefined && !form && { 'content-type': 'application/json' }), ...headers },
  }
  const answer = await fetchApi(path, init, handled).catch(() => null)
  if (!answer) return { ok: false, status: 0, body: { detail: NETWORK_ERROR }, headers: new Headers() }
  return {
    ok: answer.ok,
    status: answer.status,
    body: await answer.json().catch(() => null),
    headers: answer.headers,
  }
}

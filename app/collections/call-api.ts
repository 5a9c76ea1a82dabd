import { fetchApi, NETWORK_ERROR } from '../shell/fetch-api.ts'

export type Refusal = { ok: false; status: number; body: unknown; headers: Headers }

export type Answer<Body = unknown> = { ok: true; status: number; body: Body; headers: Headers } | Refusal

/** A refusal that comes from the browser itself; without `detail` it has no message. */
export const refusal = (detail?: string): Refusal => ({
  ok: false,
  status: 0,
  body: detail === undefined ? {} : { detail },
  headers: new Headers(),
})

/**
 * Calls the API with the browser's session. Never throws: a network failure is an answer too.
 * @param handled statuses that the caller handles itself (see `fetchApi`).
 */
export async function callApi<Body = unknown>(
  method: string,
  path: string,
  body?: object | FormData | URLSearchParams,
  handled: readonly number[] = [],
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  const form = body instanceof FormData || body instanceof URLSearchParams
  const init = {
    method,
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    headers: { ...(body !== undefined && !form && { 'content-type': 'application/json' }), ...headers },
  }
  const answer = await fetchApi(path, init, handled).catch(() => null)
  if (!answer) return refusal(NETWORK_ERROR)
  const { ok, status, headers: said } = answer
  const read = await answer.json().catch(() => null)
  // Page actions nest the problem one level deeper.
  return { ok, status, body: (!ok && read?.problem) || read, headers: said }
}

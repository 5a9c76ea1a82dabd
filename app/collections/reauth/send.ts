import { fetchApi, NETWORK_ERROR } from '../../shell/fetch-api.ts'

export type SendResult = { ok: boolean; status: number; body: Record<string, unknown> | null }

/** Makes a call with the browser's session: JSON, or a form for page actions. Never throws. */
export async function send(
  method: string,
  path: string,
  body?: object | URLSearchParams,
  handled: readonly number[] = [],
): Promise<SendResult> {
  const form = body instanceof URLSearchParams
  const init = {
    method,
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    ...(body === undefined || form ? {} : { headers: { 'content-type': 'application/json' } }),
  }
  const answer = await fetchApi(path, init, handled).catch(() => null)
  if (!answer) return { ok: false, status: 0, body: { detail: NETWORK_ERROR } }
  return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => null) }
}

import { fetchApi, NETWORK_ERROR } from '../../shell/fetch-api.ts'

export type Sent = { ok: boolean; status: number; body: Record<string, unknown> | null }

/** One call from the browser with its cookie: JSON, or a form for the product's own pages. Never throws. */
export async function send(
  method: string,
  path: string,
  body?: object | URLSearchParams,
  own: readonly number[] = [],
): Promise<Sent> {
  const form = body instanceof URLSearchParams
  const init = {
    method,
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    ...(body === undefined || form ? {} : { headers: { 'content-type': 'application/json' } }),
  }
  const answer = await fetchApi(path, init, own).catch(() => null)
  if (!answer) return { ok: false, status: 0, body: { detail: NETWORK_ERROR } }
  return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => null) }
}

export type Sent = { ok: boolean; status: number; body: Record<string, unknown> | null }

/** One call from the browser with its cookie: JSON, or a form for the product's own pages. Never throws. */
export async function send(method: string, path: string, body?: object | URLSearchParams): Promise<Sent> {
  const form = body instanceof URLSearchParams
  const answer = await fetch(path, {
    method,
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    ...(body === undefined || form ? {} : { headers: { 'content-type': 'application/json' } }),
  }).catch(() => null)
  if (!answer) return { ok: false, status: 0, body: { detail: 'No connection. Please try again.' } }
  return { ok: answer.ok, status: answer.status, body: await answer.json().catch(() => null) }
}

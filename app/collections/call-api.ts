export type Answer = { ok: boolean; status: number; body: unknown; headers: Headers }

/** One call of the API with the browser's session. Never throws: no connection is an answer too. */
export async function callApi(method: string, path: string, body?: object | FormData): Promise<Answer> {
  const form = body instanceof FormData
  const answer = await fetch(path, {
    method,
    ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
    ...(body !== undefined && !form && { headers: { 'content-type': 'application/json' } }),
  }).catch(() => null)
  if (!answer)
    return { ok: false, status: 0, body: { detail: 'No connection. Please try again.' }, headers: new Headers() }
  return {
    ok: answer.ok,
    status: answer.status,
    body: await answer.json().catch(() => null),
    headers: answer.headers,
  }
}

import { isPageOfAProxy } from '#app/shell/connection/router.ts'
import type { ConfirmAnswer, KioskData } from '#server/kiosks/signing/contract.ts'
import type { Entry } from './outbox.ts'

const TIMEOUT_MS = 10_000

/** `status` is 0 when there was no answer. */
export type Answer<T> = { status: number; body: T | null; detail: string }

/**
 * Calls the API as the device. Errors do not open the pages of 403, 404, 429 and 500: the kiosk handles them itself.
 */
async function callKiosk<T>(secret: string, path: string, init: RequestInit = {}): Promise<Answer<T>> {
  try {
    const answer = await fetch(path, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      headers: { ...init.headers, 'x-kiosk-auth': secret },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (isPageOfAProxy(answer)) return { status: 0, body: null, detail: '' }
    const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null
    return answer.status === 200 && body
      ? { status: 200, body: body as T, detail: '' }
      : { status: answer.status === 200 ? 0 : answer.status, body: null, detail: messageIn(body) }
  } catch {
    return { status: 0, body: null, detail: '' }
  }
}

function messageIn(body: Record<string, unknown> | null): string {
  const [first] = Object.values(body ?? {})
  return typeof body?.detail === 'string' ? body.detail : Array.isArray(first) ? String(first[0]) : 'Please try again.'
}

export const fetchKioskData = (secret: string) => callKiosk<KioskData>(secret, '/api/kiosk/data')

export const sendConfirm = (secret: string, { key, item, kept }: Entry) =>
  callKiosk<ConfirmAnswer>(secret, '/api/kiosk/confirm', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify([{ ...item, ...(kept && { kept }) }]),
  })

/** Exchanges a pairing code for the secret. @returns the secret, or the problem to show. */
export async function pair(code: string): Promise<{ secret: string } | { problem: string }> {
  try {
    const answer = await fetch('/api/kiosk/pair', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null
    return typeof body?.secret === 'string' ? { secret: body.secret } : { problem: messageIn(body) }
  } catch {
    return { problem: 'There is no connection. Please try again.' }
  }
}

import type { Confirmed, KioskData } from '#server/kiosks/signing/contract.ts'
import type { Entry } from './outbox.ts'

/** After so long a call counts as one that got no answer. */
const ANSWER_MS = 10_000

/** `status` 0: there was no answer. */
export type Answer<T> = { status: number; body: T | null; detail: string }

/**
 * A call of the device. It leaves the product's error catalogue alone: on a kiosk its own rule wins over the pages of 403, 404,
 * 429 and 500.
 */
async function ask<T>(secret: string, path: string, init: RequestInit = {}): Promise<Answer<T>> {
  try {
    const answer = await fetch(path, {
      ...init,
      credentials: 'omit',
      cache: 'no-store',
      headers: { ...init.headers, 'x-kiosk-auth': secret },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null
    return answer.status === 200 && body
      ? { status: 200, body: body as T, detail: '' }
      : { status: answer.status === 200 ? 0 : answer.status, body: null, detail: messageOf(body) }
  } catch {
    return { status: 0, body: null, detail: '' }
  }
}

/** The first message of a refusal, whatever field it stands under. */
function messageOf(body: Record<string, unknown> | null): string {
  const [first] = Object.values(body ?? {})
  return typeof body?.detail === 'string' ? body.detail : Array.isArray(first) ? String(first[0]) : 'Please try again.'
}

export const askData = (secret: string) => ask<KioskData>(secret, '/api/kiosk/data')

export const sendConfirm = (secret: string, { key, item, kept }: Entry) =>
  ask<Confirmed>(secret, '/api/kiosk/confirm', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify([{ ...item, ...(kept && { kept }) }]),
  })

/** Exchanges a code for the secret. @returns the secret, or what to say. */
export async function pair(code: string): Promise<{ secret: string } | { problem: string }> {
  try {
    const answer = await fetch('/api/kiosk/pair', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    const body = (await answer.json().catch(() => null)) as Record<string, unknown> | null
    return typeof body?.secret === 'string' ? { secret: body.secret } : { problem: messageOf(body) }
  } catch {
    return { problem: 'There is no connection. Please try again.' }
  }
}

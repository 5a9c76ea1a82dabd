import { type APIRequestContext, expect } from '@playwright/test'
import { client } from './api-client.ts'

/**
 * Sets the clock of the product of this worker's tests, or of the one at `port`, so that delays and reminders fall due
 * immediately.
 * @param now an instant in ISO 8601 with its zone; null returns to real time.
 */
export async function setClock(request: APIRequestContext, now: string | null, port?: number) {
  const answer = await client(request, 'harbour', undefined, port).call('POST', '/dev/clock', { body: { now } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Moves that clock `seconds` ahead of real time while `act` runs, so that delayed messages are sent. */
export async function ahead<T>(request: APIRequestContext, seconds: number, act: () => Promise<T>): Promise<T> {
  await setClock(request, new Date(Date.now() + seconds * 1_000).toISOString())
  try {
    return await act()
  } finally {
    await setClock(request, null)
  }
}

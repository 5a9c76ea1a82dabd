import type { Page } from '@playwright/test'

/** Creates records by a call from the page, so that it uses the browser's own session and host. @returns their ids. */
export const make = (page: Page, collection: string, records: object[]) =>
  page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/api/${to}/`, { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { order: number[] }).order
    },
    [collection, records] as const,
  )

/** Makes a call from the page, so that it uses the browser's own session and host. @returns the status. */
export const call = (page: Page, path: string, init: RequestInit = {}) =>
  page.evaluate(
    async ([to, how]) =>
      (await fetch(to, { ...how, headers: { 'content-type': 'application/json', ...how.headers } })).status,
    [path, init] as const,
  )

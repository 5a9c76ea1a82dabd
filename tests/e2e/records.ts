import type { Page } from '@playwright/test'

/** Makes records by a call from the page, so that the browser's own way to the host is taken. Answers their ids. */
export const make = (page: Page, collection: string, records: object[]) =>
  page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`/api/${to}/`, { method: 'POST', headers, body: JSON.stringify(body) })
      return ((await answer.json()) as { order: number[] }).order
    },
    [collection, records] as const,
  )

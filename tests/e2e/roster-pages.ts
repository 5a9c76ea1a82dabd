import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, siteUrl } from './fixtures.ts'

/** Each run creates its own event, assignment and people, far in the future. */
export const run = randomUUID().slice(0, 8)
export const DAY = `20${40 + (Math.floor(Date.now() / 1000) % 50)}-06-${String(1 + (Math.floor(Date.now() / 60_000) % 27)).padStart(2, '0')}`
export const EVENT = `Regatta ${run}`
export const SECOND = `Supper ${run}`
export const ASSIGNMENT = `Helm ${run}`
export const LONG = `Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh ${run}`
export const [ANN, BOB] = [`Ann Able ${run}`, `Bob Brave ${run}`]

/** Calls the API with the page's own session. */
export const call = <T = { order: number[] }>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(`/api${path}`, {
        method: String(method),
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.status === 204 ? {} : answer.json()
    },
    [method, path, body] as const,
  ) as Promise<T>

/** Removes a record with everything that this reaches. */
export const removeRecord = (page: Page, collection: string, id: number | undefined) =>
  page.evaluate(async (path) => {
    const asked = await fetch(path, { method: 'DELETE' })
    const confirm = asked.status === 409 ? (await asked.json()).confirm : undefined
    const { status } = confirm === undefined ? asked : await fetch(`${path}?confirm=${confirm}`, { method: 'DELETE' })
    if (status !== 204) throw new Error(`DELETE ${path}: ${status}`)
  }, `/api/${collection}/${id}/`)

export const shiftItems = (page: Page) =>
  page.getByRole('list', { name: ASSIGNMENT, exact: true }).getByRole('listitem')
export const card = (page: Page, n: number) => shiftItems(page).nth(n).locator('[data-shift]')
export const openGrid = async (page: Page, query = '') => {
  await page.goto(siteUrl('harbour', `/roster?from=${DAY}&days=7${query}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Roster' })).toBeVisible()
}
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
export const save = async (page: Page) => {
  await page.getByRole('button', { name: /^Save(?! and)/ }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** The cell of the run's own assignment under its event, or under the second one. */
export const cell = (page: Page, event = EVENT) =>
  page
    .getByRole('row')
    .filter({ hasText: ASSIGNMENT })
    .getByRole('gridcell')
    .nth(event === EVENT ? 0 : 1)

export type Made = { event: number; assignment: number; people: number[] }

/** Creates an event, its assignment, three people, and a request of the first. The page must be signed in as an admin. */
export async function makeRoster(page: Page): Promise<Made> {
  const [assignment = 0] = (await call(page, 'POST', '/assignments/', { name: ASSIGNMENT })).order
  const people = (
    await call(
      page,
      'POST',
      '/people/',
      [ANN, BOB, LONG].map((name, i) => ({ name, email: `r${i}-${run}@roster.test`, role: 'user', is_active: true })),
    )
  ).order
  const [event = 0] = (
    await call(page, 'POST', '/events/', { name: EVENT, start: `${DAY}T09:00:00Z`, end: `${DAY}T15:00:00Z` })
  ).order
  await call(page, 'POST', '/requests/batch', [{ person: people[0], event, comments: 'Happy to helm all day.' }])
  return { event, assignment, people }
}

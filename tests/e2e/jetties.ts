import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { test as base, enter, expect, siteUrl } from './fixtures.ts'
import { adminClient } from './roster-pages.ts'

/** Four jetties of one test: those with an odd number are on the north shore, the others on the south shore. */
class Jetties {
  /** Sorts after every other record, including those of earlier tests. */
  readonly order = 1_000_000 + (Date.now() % 10_000_000) * 10

  constructor(
    private readonly page: Page,
    readonly run: string,
  ) {}

  nameOf = (n: number) => `Jetty ${this.run} ${n}`

  rows() {
    const link = this.page.getByRole('link', { name: `Jetty ${this.run}` })
    return this.page.getByRole('row').filter({ has: link })
  }

  records() {
    return [1, 2, 3, 4].map((n) => ({
      name: this.nameOf(n),
      address: n % 2 ? 'North shore' : 'South shore',
      order: this.order + n,
    }))
  }
}

/** `run` is in the names of a test's own records; its page is signed in as an admin. */
export const test = base.extend<{ jetties: Jetties; run: string }>({
  run: async ({ page }, use) => {
    await enter(page, 'admin@harbour.test')
    await use(randomUUID().slice(0, 8))
  },
  jetties: async ({ page, run, request }, use) => {
    const admin = await adminClient(request)
    const jetties = new Jetties(page, run)
    const made = await admin.call('POST', '/api/locations/', { body: jetties.records() })
    expect(made.status(), await made.text()).toBe(201)
    await use(jetties)
    const removal = { filter: { name: `jetty ${run}` }, remove: true }
    expect((await admin.call('POST', '/api/locations/bulk', { body: removal })).status()).toBe(200)
  },
})

export async function open(page: Page, path: string) {
  await page.goto(siteUrl('harbour', path))
}

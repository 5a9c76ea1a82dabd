import type { Locator } from '@playwright/test'
import { dashboard, enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'

const MAX_TAPS = 7

for (const [size, also] of [
  ['desktop', 'by email and text'],
  ['phone', 'by email'],
] as const) {
  test(`an admin tells everyone ${also} that the yard is shut in ${MAX_TAPS} taps from the dashboard, on a ${size}`, async ({
    page,
  }) => {
    let taps = 0
    const tap = async (target: Locator) => {
      await target.click()
      taps += 1
    }
    const press = (name: string | RegExp) => tap(page.getByRole('button', { name }))
    const type = async (label: string, text: string) => {
      await tap(page.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    }
    await page.setViewportSize(SIZES[size])
    await enter(page, 'admin@harbour.test')
    await page.goto(siteUrl('harbour', '/'))
    await dashboard(page)
    if (size === 'phone') await tap(page.getByRole('button', { name: 'Menu', exact: true }))
    await tap(page.getByRole('link', { name: /^Messaging\b/ }))
    await press('Everyone')
    if (size === 'desktop') await tap(page.getByRole('group', { name: 'Send as' }).getByLabel('SMS'))
    await type('Subject', 'The yard is shut')
    await type('Message', 'The yard is shut today.')
    await press(/^Review and send/)
    await tap(page.getByRole('dialog').getByRole('button', { name: /^Send \d/ }))
    await expect(page.getByText(/ go out in \d+ seconds?/)).toBeVisible()
    expect(taps).toBeLessThanOrEqual(MAX_TAPS)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText(/Cancelled before sending/)).toBeVisible()
  })
}

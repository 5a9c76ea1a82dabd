import type { Locator } from '@playwright/test'
import { client, login } from '#tests/e2e/api-client.ts'
import { dashboard, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'

const MAX_TAPS = 9

test(`a new member registers, signs in and signs up to their first event in ${MAX_TAPS} taps`, async ({
  page,
  request,
}) => {
  const email = `first-${Date.now().toString(36)}@example.org`
  const password = 'tide-table-heron-42'
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  /** A field that has the focus already needs no tap. */
  const type = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true })
    await expect(field).toBeVisible()
    if (!(await field.evaluate((one) => one === document.activeElement))) await tap(field)
    await page.keyboard.type(text)
  }
  const press = (name: string) => tap(page.getByRole('button', { name, exact: true }))

  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', '/hello'))
  await type('Email', email)
  await press('Continue')
  await page.waitForURL(/\/register/)
  await type('Full Name', 'Nora First')
  await type('New Password', password)
  await type('Repeat New Password', password)
  await press('Register')
  await expect(page.getByRole('heading', { level: 1, name: 'Registration Complete' })).toBeVisible()

  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const { order } = await (await admin.call('GET', `/api/people/?email=${email}`)).json()
  const activated = await admin.call('PUT', '/api/people/', { body: [{ id: order[0], is_active: true }] })
  expect(activated.status(), await activated.text()).toBe(200)

  await page.goto(siteUrl('harbour', '/hello'))
  await type('Email', email)
  await press('Continue')
  await page.waitForURL(/\/login/)
  await type('Password', password)
  await press('Login')
  await dashboard(page)
  const events = page.getByRole('region', { name: 'Upcoming Events' })
  await tap(events.locator('a[href^="/events/"]').filter({ hasNotText: 'Called off' }).last())
  await press('Count me in')
  await expect(page.getByRole('region', { name: 'Your part' }).getByText('Requested').first()).toBeVisible()
  expect(taps).toBeLessThanOrEqual(MAX_TAPS)
})

import ICAL from 'ical.js'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'

test('a member subscribes to their shifts, and a new address ends the old one', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'both@watchbill.test')
  await page.goto(siteUrl('harbour', '/profile/settings'))
  const address = page.getByLabel('Address', { exact: true })
  const make = page.getByRole('button', { name: 'Create an address' })
  await expect(make.or(address)).toBeVisible()
  if (await make.isVisible()) await make.click()
  const first = await address.inputValue()
  await expectSoundAtEachSize(page)
  expect(await page.getByRole('link', { name: 'Subscribe' }).getAttribute('href')).toMatch(/^webcal:/)
  const fetched = (url: string) =>
    page.evaluate(async (from) => {
      const response = await fetch(new URL(from).pathname, { credentials: 'omit' })
      return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
    }, url)
  const { status, type, text } = await fetched(first)
  expect(status).toBe(200)
  expect(type).toContain('text/calendar')
  expect(new ICAL.Component(ICAL.parse(text)).getFirstPropertyValue('name')).toContain('my shifts')
  await page.getByRole('button', { name: 'New address' }).click()
  await expect(address).not.toHaveValue(first)
  expect((await fetched(first)).status).toBe(404)
  expect((await fetched(await address.inputValue())).status).toBe(200)
  await page.getByRole('button', { name: 'End subscription' }).click()
  await expect(make).toBeVisible()
})

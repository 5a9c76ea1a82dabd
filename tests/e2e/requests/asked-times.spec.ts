import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { enterAs, expectSound, newMember } from '#tests/e2e/own-member.ts'

test('a member asks to come later with the sign-up, and the coordinator agrees', async ({ page, request }) => {
  const me = await newMember(request)
  const admin = client(request, 'harbour', me.admin)
  const made = async (collection: string, fields: object): Promise<number> =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [fields] })).json()).order[0]
  const times = { start: '2031-02-03T09:00:00Z', end: '2031-02-03T16:00:00Z' }
  const event = await made('events', { name: `Late ${me.id}`, ...times })
  const shift = await made('shifts', { event, ...times })
  expect((await admin.call('PUT', `/api/shifts/${shift}/publish`)).status()).toBe(200)

  await page.setViewportSize(SIZES.phone)
  await enterAs(page, me.email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  const part = page.getByRole('region', { name: 'Your part' })
  await part.getByRole('button', { name: 'Arrive late or leave early' }).click()
  await part.getByLabel('You arrive at').fill('17:30')
  await expectSound(page)
  await part.getByRole('button', { name: 'Count me in' }).click()
  await expect(part.getByText('Must be within the event.')).toBeVisible()
  await part.getByLabel('You arrive at').fill('11:00')
  await part.getByRole('button', { name: 'Count me in' }).click()
  await expect(part.getByText('You asked to arrive at 11:00 am.')).toBeVisible()

  await page.context().clearCookies()
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  const { order } = await (await admin.call('GET', `/api/requests/?event=${event}`)).json()
  await page.goto(siteUrl('harbour', `/requests?request=${order[0]}`))
  const panel = page.getByRole('region', { name: `Request of ${me.name}` })
  await expect(panel.getByText('Has asked to arrive at 11:00 am.')).toBeVisible()
  await panel.getByRole('radio').first().click()
  await expect(panel.getByRole('checkbox', { name: /^Agree that .* will arrive at 11:00 am$/ })).toBeChecked()
  await expectSound(page)
  await panel.getByRole('button', { name: /^Assign to/ }).click()
  await expect(page.getByText(`${me.name} is on the shift.`)).toBeVisible()
  await page.context().clearCookies()
  await enterAs(page, me.email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await expect(part.getByText('Agreed: you arrive at 11:00 am. The shift is 9:00 am – 4:00 pm.')).toBeVisible()
})

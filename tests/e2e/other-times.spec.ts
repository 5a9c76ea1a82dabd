import { client } from './api-client.ts'
import { enter, expect, SIZES, siteUrl, test } from './fixtures.ts'
import { enterAs, expectSound, newMember } from './own-member.ts'

test('a member asks for other times on their shift, and the coordinator agrees, undoes it and declines', async ({
  page,
  request,
}) => {
  const me = await newMember(request)
  const admin = client(request, 'harbour', me.admin)
  const made = async (collection: string, fields: object): Promise<number> =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [fields] })).json()).order[0]
  const times = { start: '2031-02-04T09:00:00Z', end: '2031-02-04T16:00:00Z' }
  const event = await made('events', { name: `Other ${me.id}`, ...times })
  const shift = await made('shifts', { event, person: me.id, ...times })
  expect((await admin.call('PUT', `/api/shifts/${shift}/publish`)).status()).toBe(200)

  await page.setViewportSize(SIZES.phone)
  await enterAs(page, me.email)
  await page.goto(siteUrl('harbour', '/profile/shifts'))
  await page.getByRole('button', { name: `Ask for other times: Other ${me.id}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for other times' })
  await dialog.getByLabel('You leave at').fill('17:30')
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(dialog.getByText('Must be within the shift.')).toBeVisible()
  await dialog.getByLabel('You come at').fill('10:00')
  await dialog.getByLabel('You leave at').fill('14:00')
  await dialog.getByLabel('Message').fill('The dentist')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(page.getByRole('table').getByText('Asked for 10:00 am – 2:00 pm, waiting for an answer.')).toBeVisible()
  await expectSound(page)
  // The event has the same, where it can be changed and taken back.
  await page.goto(siteUrl('harbour', `/events/${event}`))
  const part = page.getByRole('region', { name: 'Your part' })
  await part.getByRole('button', { name: /^Take back the times asked for/ }).click()
  await part.getByRole('button', { name: /^Ask for other times/ }).click()
  await dialog.getByLabel('You leave at').fill('14:00')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await part.getByRole('button', { name: /^Change the times asked for/ }).click()
  const change = page.getByRole('dialog', { name: 'Change the times asked for' })
  await change.getByLabel('You come at').fill('10:00')
  await change.getByLabel('Message').fill('The dentist')
  await change.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(part.getByText('Asked for 10:00 am – 2:00 pm, waiting for an answer.')).toBeVisible()
  await expectSound(page)

  await page.context().clearCookies()
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', `/events/${event}/shifts`))
  await page.getByText(me.name).first().click()
  const link = page.getByRole('region', { name: 'Selected shift' }).getByRole('link', { name: 'Answer' })
  await expect(link).toBeVisible()
  await expectSound(page)
  const waiting = await (await admin.call('GET', '/api/timerequests?limit=200')).json()
  const asked = waiting.requests.find((one: { shift: number }) => one.shift === shift)
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/requests\\?times=${asked.id}$`))
  const panel = page.getByRole('region', { name: `Request of ${me.name}` })
  await expect(panel.getByText('The dentist')).toBeVisible()
  await expectSound(page)
  await panel.getByRole('button', { name: 'Agree to 10:00 am – 2:00 pm' }).click()
  await expect(page.getByText(`The times of ${me.name} are agreed.`)).toBeVisible()
  const agreed = async () => (await (await admin.call('GET', `/api/shifts/${shift}`)).json()).results.shifts[shift]
  expect(await agreed()).toMatchObject({ modified_start: '2031-02-04T10:00:00.000Z' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The change is undone.')).toBeVisible()
  expect(await agreed()).toMatchObject({ modified_start: null, modified_end: null })

  await page.goto(siteUrl('harbour', `/requests?times=${asked.id}`))
  await expect(panel).toBeVisible()
  await page.keyboard.press('d')
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Nobody can cover the rest.')
  await panel.getByRole('button', { name: /^Decline and notify/ }).click()
  await expect(page.getByText('Request declined.')).toBeVisible()
  await page.goto(siteUrl('harbour', `/requests?view=answered&times=${asked.id}`))
  await expect(panel.getByText('Declined: Nobody can cover the rest.')).toBeVisible()

  await page.context().clearCookies()
  await enterAs(page, me.email)
  await page.goto(siteUrl('harbour', `/events/${event}`))
  await expect(part.getByText(/The club cannot agree to these times\. Nobody can cover the rest\./)).toBeVisible()
})

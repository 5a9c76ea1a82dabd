import { client, login } from '#tests/e2e/api-client.ts'
import { expect, SIZES, signIn, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSound } from '#tests/e2e/own-member.ts'
import { confirmEmailOf } from '#tests/e2e/product-database.ts'

const PHONE = '+447700900731'

test('a registration by a person on the list is merged with their record once its email is confirmed', async ({
  page,
  request,
}) => {
  const { access } = await login(request, 'admin@harbour.test')
  const api = client(request, 'harbour', access)
  const serial = Date.now().toString(36)
  const name = `Marguerite Featherstonehaugh-Wolfeschlegel ${serial}`
  const [email, again] = [
    `listed-${serial}@example.org`,
    `again-${serial}.featherstonehaugh@correspondence.example.net`,
  ]
  const added = await api.call('POST', '/api/people/', { body: [{ name, email }] })
  const [person] = (await added.json()).order as number[]
  await client(request, 'harbour').call('POST', '/api/register', {
    body: { email: again, name, phone: PHONE, password: 'tide-table-heron-42' },
  })
  const found = await (await api.call('GET', `/api/people/?email=${encodeURIComponent(again)}`)).json()
  const [registered] = Object.values(found.results.people) as { id: number }[]
  await page.setViewportSize(SIZES.phone)
  await signIn(page, 'admin@harbour.test')
  const row = page.getByRole('region', { name: 'New Registrations' }).getByRole('listitem').filter({ hasText: serial })
  const dialog = page.getByRole('dialog', { name: `Activate ${name}` })
  await page.getByRole('button', { name: 'New Registrations: show' }).click()
  await row.getByRole('button', { name: /^Activate/ }).click()
  await expect(dialog.getByText(/once its email is confirmed/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Merge/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await confirmEmailOf(again)
  await page.reload()
  await page.getByRole('button', { name: 'New Registrations: show' }).click()
  await row.getByRole('button', { name: /^Activate/ }).click()
  await expect(dialog.getByText(/This cannot be undone/)).toBeVisible()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.setViewportSize(SIZES.desktop)
  await page.goto(siteUrl('harbour', `/people/${registered?.id}/info`))
  await page.getByRole('button', { name: `Activate ${name}` }).click()
  await dialog.getByRole('button', { name: `Merge with ${name}` }).click()
  await expect(page.getByText(`The registration is merged with ${name}.`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/people/${person}/info$`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const stored = await (await api.call('GET', `/api/people/${person}/`)).json()
  expect(stored.results.people[String(person)]).toMatchObject({ email, phone: PHONE, sms_verified: false })
})

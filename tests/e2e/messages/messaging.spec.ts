import { client, login } from '#tests/e2e/api-client.ts'
import { ahead } from '#tests/e2e/dev-clock.ts'
import { enter, expect, expectAccessible, SIZES, settled, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectFits, lastMessage, newMember } from '#tests/e2e/own-member.ts'

test('an admin writes to a person, reverts it, and sends it, on a desktop', async ({ page, request }) => {
  await page.setViewportSize(SIZES.desktop)
  const run = Math.random().toString(36).slice(2, 8)
  const person = await newMember(request, 'harbour', { name: `Marguerite ${run}` })
  const subject = `Can you help ${run}?`
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/messaging/email'))
  await expect(page.getByText('No one yet')).toBeVisible()

  await page.getByRole('button', { name: 'Choose…' }).click()
  await page.getByRole('menuitem', { name: 'A person by name' }).click()
  await expect(page.getByRole('combobox', { name: 'A person by name' })).toBeFocused()
  await page.getByRole('combobox', { name: 'A person by name' }).fill(`Marguerite ${run}`)
  await page.getByRole('option', { name: `Marguerite ${run}` }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('1 person gets it')).toBeVisible()

  await page.getByRole('button', { name: 'Choose…' }).click()
  await page.getByRole('menuitem', { name: 'Availability' }).click()
  await page.getByRole('button', { name: 'Add the rule' }).click()
  await expect(page.getByText('Required.')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('Message', { exact: true }).fill('Hello {{person.first_name}}, race 4 needs you.')
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await expect(page).toHaveURL(/\/messaging\/email\/\d+$/)
  await expectAccessible(page)
  await expectFits(page)

  await page.getByRole('button', { name: 'Review and send 1 email' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('1 email, one for each person or shared address')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Send 1 email' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/Cancelled before sending/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Edit and send again' }).click()
  await page.getByRole('button', { name: 'Review and send 1 email' }).click()
  await sheet.getByRole('button', { name: 'Send 1 email' }).click()
  await expect(page.getByText(/goes out in \d+ seconds?/)).toBeVisible()
  await ahead(request, 11, async () => {
    expect(await lastMessage(request, person.email, 'bulk')).toContain('Hello Marguerite, race 4 needs you.')
    await expect(page.getByText(/^Sent .*1 email$/)).toBeVisible({ timeout: 60_000 })
  })
})

test('two tabs on one draft ask which text counts', async ({ page, context, request }) => {
  await enter(page, 'admin@harbour.test')
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const created = await admin.call('POST', '/api/messages/', { body: [{ kind: 'email', subject: 'First' }] })
  const path = siteUrl('harbour', `/messaging/email/${(await created.json()).order[0]}`)
  const other = await context.newPage()
  await page.goto(path)
  await other.goto(path)
  await page.getByLabel('Subject').fill('Mine')
  await expect(page.getByText(/Draft saved/)).toBeVisible()
  await expect
    .poll(async () => (await (await admin.call('GET', `/api/messages/?subject=Mine`)).json()).count)
    .toBeGreaterThan(0)
  await other.getByLabel('Subject').fill('Theirs')
  await expect(other.getByRole('alert')).toContainText('Both tabs changed the subject')
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Take the other tab’s' }).click()
  await expect(other.getByLabel('Subject')).toHaveText('Mine')
})

test('a message starts from a list of people, with them chosen, and leads back', async ({ page, request }) => {
  const run = Math.random().toString(36).slice(2, 8)
  const person = await newMember(request, 'harbour', { name: `Zebedee ${run}` })
  const admin = client(request, 'harbour', person.admin)
  const make = async (collection: string, fields: object) => {
    const answer = await admin.call('POST', `/api/${collection}/`, { body: [fields] })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).order[0] as number
  }
  // A day of its own: everyone on it is counted.
  const day = new Date(Date.UTC(2033, 0, 1 + Math.floor(Math.random() * 300))).toISOString().slice(0, 10)
  const times = { start: `${day}T09:00:00Z`, end: `${day}T12:00:00Z` }
  const assignment = await make('assignments', { name: `Bosun ${run}` })
  const event = await make('events', { name: `Regatta ${run}`, ...times })
  await make('shifts', { event, person: person.id, assignment, draft: new Date().toISOString(), ...times })
  await enter(page, 'admin@harbour.test')
  await page.setViewportSize(SIZES.desktop)

  const begin = (name: string) => page.getByRole('link', { name, exact: true }).click()
  const places: [path: string, begin: () => Promise<void>, chosen: string, back: string][] = [
    [
      `/events/${event}/shifts`,
      async () => {
        await page.getByRole('button', { name: 'Message', exact: true }).click()
        await page.getByRole('menuitem', { name: 'One assignment' }).hover()
        await page.getByRole('menuitem', { name: `Bosun ${run}` }).click()
      },
      `Bosun ${run}`,
      `Back to Regatta ${run}`,
    ],
    [`/events/calendar/${day}`, () => begin('Message everyone on this day'), 'On a shift', 'Back to the day'],
    [
      `/people/list?search=${run}`,
      async () => {
        await page.getByRole('checkbox', { name: `Select Zebedee ${run}` }).check()
        await begin('Message')
      },
      `Zebedee ${run}`,
      'Back to People',
    ],
    [
      `/shifts?search=${run}`,
      async () => {
        await page.getByRole('checkbox', { name: /^Select .*Regatta/ }).check()
        await begin('Message 1 person')
      },
      `Zebedee ${run}`,
      'Back to Shifts',
    ],
    [
      `/roster?from=${day}`,
      async () => {
        await page
          .getByRole('gridcell')
          .filter({ hasText: `${run} Z.` })
          .click({ modifiers: ['Control'] })
        await begin('Message 1 person')
      },
      `Zebedee ${run}`,
      'Back to Roster',
    ],
  ]
  for (const [path, start, chosen, back] of places) {
    await page.goto(siteUrl('harbour', path))
    await start()
    await page.waitForURL(/\/messaging\/email\?/)
    const who = page.getByRole('region', { name: 'Who' })
    await expect(who, path).toContainText('1 person gets it')
    await expect(who, path).toContainText(chosen)
    await page.getByRole('link', { name: back }).click()
    await expect(page).toHaveURL((url) => url.pathname === path.split('?')[0])
    await settled(page)
  }
})

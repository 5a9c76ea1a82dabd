import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, settled, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSound } from '#tests/e2e/own-member.ts'
import { productDatabase } from '#tests/e2e/product-database.ts'

const run = Math.random().toString(36).slice(2, 8)
const PEOPLE = 120
const LONG = `Can you help on the water at the Maximilian Featherstonehaugh-Cholmondeley memorial regatta ${run}?`

test('the outbox and the history show the result of each message, and the available actions', async ({
  page,
  request,
}) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const database = await productDatabase()
  await database.run(
    `insert into core.people (site_id, name, email) select s.id, 'Helper ${run} ' || lpad(i::text, 3, '0'), 'helper${run}' || i || '@example.org'
     from core.sites s, generate_series(1, $1::int) i where s.slug = 'harbour'`,
    [PEOPLE],
  )
  const { rows: helpers } = await database.run(
    `select id::int from core.people where name like 'Helper ${run} %' order by id`,
  )
  const make = async (over: object) => {
    const message = { kind: 'email', subject: `Work party ${run}`, body: 'Hello {{person.first_name}}!' }
    const audience = { people: helpers.map(({ id }) => id) }
    const answer = await admin.call('POST', '/api/messages/', { body: [{ ...message, audience, ...over }] })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).order[0] as number
  }
  const send = async (id: number) => {
    const answer = await admin.call('PUT', `/api/messages/${id}/send`, { body: {} })
    expect(answer.status(), await answer.text()).toBe(202)
  }
  await make({ subject: `Draft ${run}` })
  const later = await make({
    subject: `Scheduled ${run}`,
    scheduled_for: new Date(Date.now() + 2.5 * 86_400_000).toISOString(),
  })
  const sent = await make({ subject: LONG })
  await send(later)
  await send(sent)
  await database.run(
    `update core.deliveries set state = case when person % 9 = 0 then 'skipped' when person % 10 = 0 then 'failed' else 'delivered' end,
       reason = case when person % 9 = 0 then 'opted_out' end, sent_at = now() where kind = $1`,
    [`bulk:${sent}`],
  )
  await database.run("update core.messages set status = 'sent', sent_at = now() where id = $1 and subject = $2", [
    sent,
    LONG,
  ])
  const leaving = await make({ subject: `Leaving ${run}` })
  await send(leaving)
  await database.run(
    "update core.messages set undo_until = now() - interval '1 minute' where id = $1 and subject = $2",
    [leaving, `Leaving ${run}`],
  )
  await database.run("update core.deliveries set due_at = now() + interval '1 hour' where kind = $1", [
    `bulk:${leaving}`,
  ])
  await enter(page, 'admin@harbour.test')

  await page.setViewportSize(SIZES.desktop)
  await page.goto(siteUrl('harbour', '/messaging/outbox'))
  await settled(page)
  const scheduled = page.getByRole('listitem').filter({ hasText: `Scheduled ${run}` })
  await expect(scheduled).toContainText(/Goes out in 2 days, .*about 120 emails/)
  await expectAccessible(page)
  const failed = page.getByRole('region', { name: 'Not delivered' }).getByRole('listitem').filter({ hasText: LONG })
  await expect(failed).toContainText(/The provider refused \d+ emails/)
  await page.setViewportSize(SIZES.phone)
  await expectAccessible(page)
  await page.setViewportSize(SIZES.desktop)
  const row = page.getByRole('listitem').filter({ hasText: `Leaving ${run}` })
  const more = row.getByRole('button', { name: `More for Leaving ${run}` })
  const choose = async (name: string) => {
    await more.click()
    await page.getByRole('menuitem', { name }).click()
  }
  // A message to fewer than 500 has one control, and the others behind it.
  await expect(row.getByRole('button')).toHaveCount(1)
  await choose('Pause')
  await expect(row).toContainText(/0 of 120 emails have been sent, paused .* by /)
  await expect(page.getByRole('link', { name: /^Outbox \d+ not delivered$/ })).toBeVisible()
  await choose('Resume')
  await expect(row).not.toContainText('paused')
  await page.getByRole('button', { name: `Cancel Scheduled ${run}` }).click()
  await expect(page.getByText('The message is cancelled.')).toBeVisible()
  await expect(scheduled).toHaveCount(0)

  await page.goto(siteUrl('harbour', `/messaging/sent/${sent}`))
  await settled(page)
  const people = page.getByRole('region', { name: 'People' })
  await expect(people).toContainText('1–50 of 120')
  await expectAccessible(page)
  await people.getByRole('link', { name: 'Next' }).click()
  await expect(people).toContainText('51–100 of 120')
  await people.getByRole('link', { name: /^Not sent/ }).click()
  await expect(people.getByText('Has switched off this kind of email.').first()).toBeVisible()
  await page.setViewportSize(SIZES.phone)
  await expectAccessible(page)
  await page.getByRole('button', { name: `More for ${LONG}` }).click()
  await page.getByRole('menuitem', { name: 'Write to people who didn’t get it' }).click()
  await page.waitForURL(/\/messaging\/email\/\d+$/)
  const draft = Number(page.url().split('/').at(-1))
  const copy = await (await admin.call('GET', `/api/messages/${draft}`)).json()
  expect(copy.results.messages[draft]).toMatchObject({ status: 'draft', subject: LONG, audience: { missed: sent } })
})

test('a message of more than two years ago shows its numbers, and why it has no people and no text', async ({
  page,
  request,
}) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const subject = `Old regatta ${run}`
  const answer = await admin.call('POST', '/api/messages/', { body: [{ kind: 'email', subject, body: 'Hello' }] })
  expect(answer.status(), await answer.text()).toBe(201)
  const id = (await answer.json()).order[0] as number
  const database = await productDatabase()
  await database.run(
    `update core.messages set status = 'sent', started_at = now() - interval '800 days', sent_at = now() - interval '800 days', receiving = 120, matching = 120,
       body = '', rendered_html = null, final_counts = '{"delivered": 117, "failed": 3}' where id = $1 and subject = $2`,
    [id, subject],
  )
  await enter(page, 'admin@harbour.test')
  await page.setViewportSize(SIZES.phone)
  await page.goto(siteUrl('harbour', `/messaging/sent/${id}`))
  await settled(page)
  const people = page.getByRole('region', { name: 'People' })
  await expect(people).toContainText('120')
  await expect(people).toContainText('The list of people was deleted two years after sending.')
  await expect(people.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'The text' })).toContainText(
    'Texts are kept for two years after sending.',
  )
  await expect(page.getByText('Names in brackets')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try the failed ones again' })).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('button', { name: `More for ${subject}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Use again'])

  await page.goto(siteUrl('harbour', `/messaging/email/${id}`))
  await settled(page)
  await expect(page.getByText('The list of people was deleted two years after sending.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Message', exact: true })).toContainText(
    'Texts are kept for two years after sending.',
  )
  await expect(page.getByRole('link', { name: 'Who got it, person by person' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Who', exact: true })).toHaveCount(0)
  await expectSound(page)
})

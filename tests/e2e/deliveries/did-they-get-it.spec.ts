import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, SIZES, settled, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { enterAs, expectSound, expectSoundAtEachSize, newMember } from '#tests/e2e/own-member.ts'
import { productDatabase } from '#tests/e2e/product-database.ts'

const run = Math.random().toString(36).slice(2, 8)
const NAME = `Regatta of the Featherstonehaugh-Cholmondeley ${run}`
const OWN_NAME = `Marguerite Featherstonehaugh-Wolfeschlegel ${run}`
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('admins read why a person got a message or not and resend it; members see their own messages', async ({
  page,
  request,
  guest: mine,
}) => {
  const ann = { ...(await newMember(request, 'harbour', { name: OWN_NAME })), name: OWN_NAME }
  const admin = client(request, 'harbour', ann.admin)
  const make = async (collection: string, fields: object): Promise<number> => {
    const answer = await admin.call('POST', `/api/${collection}/`, { body: [fields] })
    expect(answer.status(), await answer.text()).toBe(201)
    return (await answer.json()).order[0]
  }
  const times = { start: inDays(20), end: inDays(20.2) }
  const event = await make('events', { name: NAME, ...times })
  const shift = await make('shifts', { event, person: ann.id, ...times })
  const database = await productDatabase()
  await database.run('update core.shifts set draft = $2, assigned_at = $2 where id = $1', [shift, inDays(-40)])
  const subject = `Work party ${run}`
  const message = await make('messages', { kind: 'email', subject, body: 'Hello', audience: { people: [ann.id] } })
  await database.run(
    `update core.messages set status = 'sent', started_at = now(), sent_at = now(), matching = 1, receiving = 1 where id = $1`,
    [message],
  )
  await database.run(
    `insert into core.deliveries (site_id, person, event, shift, kind, channel, lane, state, reason, due_at, sent_at)
     select s.site_id, $2::bigint, s.event, s.id, 'shift.assigned', 'email', 'duty', 'delivered', null, now() - interval '40 days', now() - interval '40 days' from core.shifts s where s.id = $1
     union all select s.site_id, $2, s.event, s.id, 'shift.changed', 'email', 'duty', 'skipped', 'opted_out', now() - interval '9 days', null from core.shifts s where s.id = $1
     union all select s.site_id, $2, null, null, $3, 'email', 'bulk', 'failed', null, now() - interval '2 hours', null from core.shifts s where s.id = $1`,
    [shift, ann.id, `bulk:${message}`],
  )
  await enter(page, 'admin@harbour.test')

  await page.goto(siteUrl('harbour', `/people/${ann.id}/emails`))
  await settled(page)
  await expectSoundAtEachSize(page)
  const list = page.getByRole('region', { name: 'Messages' })
  const lineOf = (text: string) => list.getByRole('listitem').filter({ hasText: text })
  await expect(lineOf('Reminder, one week before')).toContainText('Goes out when it is due.')
  await expect(lineOf('Changed shift')).toContainText('Has switched off this kind of email.')
  await list.getByRole('link', { name: /^Problems/ }).click()
  await expect(lineOf(subject)).toContainText('The provider refused it')
  await expect(lineOf('New shift')).toHaveCount(0)
  await list.getByRole('link', { name: /^All/ }).click()
  await expect(page).not.toHaveURL(/show=/)
  await list.getByRole('button', { name: 'Send again: New shift' }).click()
  await expect(page.getByText('It is being sent again.')).toBeVisible()
  await expect(list.getByRole('button', { name: 'Send again: New shift' })).toHaveCount(0)

  await page.goto(siteUrl('harbour', `/messaging/sent/${message}`))
  await page.getByRole('button', { name: `Send again: ${ann.name}` }).click()
  await expect(page.getByText('It is being sent again.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send again/ })).toHaveCount(0)

  await page.goto(siteUrl('harbour', `/events/${event}`))
  const card = page.getByRole('region', { name: 'Did they get it?' })
  await card.getByRole('button', { name: 'Choose a person' }).click()
  await card.getByLabel('Person').fill(ann.name)
  await page.getByRole('option', { name: new RegExp(ann.name) }).click()
  await expect(card.getByRole('listitem').filter({ hasText: 'Reminder, one day before' }).first()).toContainText(
    'Planned',
  )
  await expectSound(page)

  await page.goto(siteUrl('harbour', `/events/${event}/edit`))
  await settled(page)
  await page
    .getByRole('button', { name: new RegExp(ann.name) })
    .first()
    .click()
  const panel = page.getByRole('region', { name: 'Selected shift' })
  await panel.getByRole('button', { name: 'Did they get it?' }).click()
  const got = panel.getByRole('region', { name: 'Did they get it?' })
  await expect(got.getByRole('listitem').filter({ hasText: 'New shift' })).toContainText('Sent')
  await expect(got.getByRole('listitem').filter({ hasText: 'All texts' })).toContainText('Has no phone number.')
  await expectSound(page)

  await mine.setViewportSize(SIZES.phone)
  await enterAs(mine, ann.email)
  await mine.goto(siteUrl('harbour', '/profile/messages'))
  await settled(mine)
  await expect(mine.getByRole('listitem').filter({ hasText: 'Changed shift' })).toContainText(
    'You have switched off this kind of email.',
  )
  await expectSound(mine)
})

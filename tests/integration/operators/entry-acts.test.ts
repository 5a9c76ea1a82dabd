import { expect } from 'vitest'
import { type signOut, signOutEverywhere } from '#server/accounts/sessions/session-commands.ts'
import { impersonate, unimpersonate } from '#server/accounts/sign-in/impersonation.ts'
import { answerShift } from '#server/answers/commands.ts'
import type { AnswerInput } from '#server/answers/contract.ts'
import { requireOwnAsk, startSearch } from '#server/cover/control.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import { saveChangeset } from '#server/engine/collections/changeset.ts'
import { decideEvent } from '#server/events/decide/commands.ts'
import type { DecideInput } from '#server/events/decide/contract.ts'
import { readCallOff } from '#server/events/decide/queries.ts'
import { setPhoto } from '#server/media/commands.ts'
import { registerFile } from '#server/messages/attachments/commands.ts'
import { retryFailed, sendMessage } from '#server/messages/sending/commands.ts'
import { pauseMessage } from '#server/messages/sending/pause.ts'
import { exportRecipients } from '#server/messages/sending/recipients.ts'
import { giveBack, takeShift } from '#server/open-shifts/commands.ts'
import { changeOrganisation } from '#server/organisation/commands.ts'
import { listTrail } from '#server/people/page/queries.ts'
import { changeOwnSettings } from '#server/people/self/settings.ts'
import { publishShift } from '#server/publishing/commands.ts'
import { publishLater } from '#server/publishing/later/commands.ts'
import type { LaterInput } from '#server/publishing/later/contract.ts'
import { createProductCollections } from '#server/registry.ts'
import { declineRequests } from '#server/requests/answer/commands.ts'
import { signUp } from '#server/requests/sign-up/commands.ts'
import { exportTimesheet } from '#server/timesheets/export.ts'
import { declineOffer, leaveList } from '#server/waiting/commands.ts'
import { BROWSER } from '#tests/support/accounts.ts'
import { test } from '#tests/support/entries.ts'
import { adminActor } from '#tests/support/world.ts'

const engine = createProductCollections()

test('an operator who acts as an admin gives no access, changes no admin, makes no key, does nothing as the admin, and writes to no one', async ({
  world,
  club,
  race,
  operator,
  enter,
}) => {
  const { site, admin, member } = club
  const { actor } = await enter(operator, club)
  const pending = await world.makePerson(site, { role: 'new', is_active: false })
  const second = await world.makePerson(site, { role: 'admin' })
  const { id: message } = await world.insert(site, 'messages', {
    ...{ kind: 'email', subject: 'To all', body: 'Hello', status: 'draft', audience: '{}' },
  })
  const due = { ...{ audience: '{"everyone":true}', created_by: admin.id, sent_by: admin.id } }
  const { id: scheduled } = await world.insert(site, 'messages', {
    ...{
      kind: 'email',
      subject: 'Later',
      body: 'Hello',
      status: 'scheduled',
      scheduled_for: '2099-01-01T00:00Z',
      ...due,
    },
  })
  const { id: sent } = await world.insert(site, 'messages', {
    ...{ kind: 'email', subject: 'Before', body: 'Hello', status: 'sent', ...due },
  })
  const ofRace = { ...race, draft: new Date() }
  const { id: theirs } = await world.insert(site, 'shifts', { ...ofRace, person: admin.id })
  const { id: members } = await world.insert(site, 'shifts', { ...ofRace, person: member.id })
  const { id: open } = await world.insert(site, 'shifts', ofRace)
  const { id: cover } = await world.insert(site, 'covers', { shift: open, state: 'paused', started_at: new Date() })
  const { id: ask } = await world.insert(site, 'coverasks', {
    cover,
    person: admin.id,
    asked_at: new Date(),
    channel: 'email',
  })
  const { id: assignment } = await world.insert(site, 'assignments', { name: 'Helm' })
  const { id: place } = await world.insert(site, 'waiting', {
    ...{ event: race.event, assignment, person: admin.id, looked_at: new Date(), created_at: new Date() },
  })
  const { id: theirPlace } = await world.insert(site, 'waiting', {
    ...{ event: race.event, assignment, person: member.id, looked_at: new Date(), created_at: new Date() },
  })
  const update = (collection: string, change: object) => (ctx: Parameters<typeof signOut>[0]) =>
    engine.update(ctx, collection, [change as { id: number }])
  const refused: [string, (ctx: Parameters<typeof signOut>[0]) => Promise<unknown>][] = [
    ['makes an admin', update('people', { id: member.id, role: 'admin' })],
    ['approves a registration', update('people', { id: pending.id, role: 'user', is_active: true })],
    ['changes an admin', update('people', { id: second.id, name: 'Someone' })],
    ['changes the admin in whose name they act', update('people', { id: admin.id, name: 'Someone' })],
    [
      'adds an active person',
      (ctx) => engine.create(ctx, 'people', [{ name: 'Eve', email: 'eve@x.test', is_active: true }]),
    ],
    ['removes an admin', (ctx) => engine.remove(ctx, 'people', second.id)],
    ['makes an API key', (ctx) => engine.create(ctx, 'apikeys', [{ name: 'Script', scope: 'read' }])],
    ['makes a kiosk', (ctx) => engine.create(ctx, 'kiosks', [{ name: 'Door' }])],
    ['shows whether an account exists', (ctx) => changeOrganisation(ctx, { hide_account_existence: true })],
    ['changes where answers to mails go', (ctx) => changeOrganisation(ctx, { contact_email: 'eve@x.test' })],
    ['sends a message to many', (ctx) => sendMessage(ctx, engine, message, {})],
    ['writes another text into a scheduled message', update('messages', { id: scheduled, body: 'Pay here' })],
    ['attaches a file to it', (ctx) => registerFile(ctx, scheduled, 10)],
    ['sends a message again where it failed', (ctx) => retryFailed(ctx, sent)],
    ['exports who got it', (ctx) => exportRecipients(ctx, sent, {})],
    ['exports hours', (ctx) => exportTimesheet(ctx, { start: '2027-01-01', end: '2027-01-31' })],
    ['turns off the admin’s messages', (ctx) => changeOwnSettings(ctx, { email_reminders: false })],
    ['sets the admin’s photo', (ctx) => setPhoto(ctx, admin.id, null)],
    ['sets another admin’s photo', (ctx) => setPhoto(ctx, second.id, null)],
    ['answers for the admin', (ctx) => answerShift(ctx, theirs, { answer: 'confirmed' } as AnswerInput)],
    ['answers for a member', (ctx) => answerShift(ctx, members, { answer: 'declined', cover: false } as AnswerInput)],
    ['gives the admin’s shift back', (ctx) => giveBack(ctx, theirs)],
    ['takes a shift', (ctx) => takeShift(ctx, open)],
    ['says yes to a request to cover', (ctx) => requireOwnAsk(ctx, ask)],
    ['has cover sought for the admin’s shift', (ctx) => startSearch(ctx, theirs)],
    ['has cover sought for a member’s shift', (ctx) => startSearch(ctx, members)],
    ['declines an offer for a member', (ctx) => declineOffer(ctx, theirPlace)],
    ['leaves a waiting list for the admin', (ctx) => leaveList(ctx, place)],
    ['asks for a place in the admin’s name', (ctx) => engine.create(ctx, 'requests', [{ event: race.event }])],
    ['marks a day of the admin', (ctx) => engine.create(ctx, 'availability', [{ date: '2027-01-01', available: 0 }])],
    ['signs up', (ctx) => signUp(ctx, { event: race.event } as Parameters<typeof signUp>[1])],
    ['acts as a member from there', (ctx) => impersonate(ctx, member.id, BROWSER)],
    ['gets tokens for the API', unimpersonate],
    ['signs the admin out everywhere', signOutEverywhere],
  ]
  const facts = async () =>
    (
      await world.superuser.query(
        `select (select jsonb_agg(to_jsonb(p) order by p.id) from core.people p where site_id = $1) as people,
          (select to_jsonb(s) from core.sites s where id = $1) as site, (select count(*) from core.apikeys) as keys,
          (select count(*) from core.kiosks) as kiosks, (select count(*) from core.sessions where site_id = $1) as sessions,
          (select jsonb_agg(to_jsonb(m) order by m.id) from core.messages m where site_id = $1) as messages,
          (select jsonb_agg(to_jsonb(s) order by s.id) from core.shifts s where site_id = $1) as shifts,
          (select count(*) from core.requests where site_id = $1) + (select count(*) from core.answers where site_id = $1) as answers`,
        [site.id],
      )
    ).rows[0]
  const before = await facts()
  for (const [what, work] of refused) {
    await expect(world.act(site, actor, work), what).rejects.toMatchObject({ code: 'forbidden' })
    expect(await facts(), what).toEqual(before)
  }
})

test('an act of an operator counts for no person, and the admin cannot undo it as theirs', async ({
  world,
  club,
  operator,
  enter,
}) => {
  const { actor } = await enter(operator, club)
  expect(ownActor(actor)).toBeNull()
  const { id } = await world.insert(club.site, 'locations', { name: 'Jetty' })
  await world.act(club.site, actor, (ctx) => engine.remove(ctx, 'locations', id))
  const { rows } = await world.superuser.query('select actor from core.undos where site_id = $1', [club.site.id])
  expect(rows).toEqual([{ actor: `operator:${operator.account_id}` }])
})

test('what an operator did bears no one’s name on the club’s screens', async ({
  world,
  club,
  race,
  operator,
  enter,
}) => {
  const { actor } = await enter(operator, club)
  await world.act(club.site, actor, (ctx) => decideEvent(ctx, race.event, { decision: 'off' } as DecideInput))
  await world.act(club.site, actor, (ctx) => engine.update(ctx, 'people', [{ id: club.member.id, name: 'Moe' }]))
  await world.withSite(club.site.id, async (db) => {
    expect(await readCallOff(db, race.event)).toMatchObject({ by: null })
    expect((await listTrail(db, club.member.id)).map(({ actor, by }) => [actor, by])).toEqual([
      [`operator:${operator.account_id}`, null],
    ])
  })
  const stale = world.act(club.site, adminActor(club.admin), (ctx) =>
    saveChangeset(ctx, engine, 'people', {
      ...{ added: [], removed: [] },
      changed: [{ id: club.member.id, version: 'earlier', fields: { name: 'Mo' } }],
    }),
  )
  await expect(stale).rejects.toMatchObject({ code: 'conflict', extras: { body: { conflicts: [{ by: null }] } } })
})

/** Columns in which an operator leaves the admin on purpose. */
const ADMITTED = [
  // The session and its lines, which name the operator too.
  ...['audit.person', 'sessions.person'],
  // Null would end the pause.
  'covers.paused_by',
]

test('an operator leaves the admin in no column that says who did something', async ({
  world,
  club,
  race,
  operator,
  enter,
}) => {
  const { site, admin, member } = club
  const { actor } = await enter(operator, club)
  const { rows: columns } = await world.superuser.query<{ table: string; column: string }>(
    `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey) and a.attname <> 'site_id'
     where c.contype = 'f' and c.confrelid = 'core.people'::regclass order by 1, 2`,
  )
  expect(columns.length).toBeGreaterThan(30)
  const named = async () => {
    const found: string[] = []
    for (const { table, column } of columns) {
      const { rows } = await world.superuser.query(
        `select count(*)::int as n from ${table} where site_id = $1 and ${column} = $2`,
        [site.id, admin.id],
      )
      if (rows[0].n > 0) found.push(`${table.replace(/^core\./, '')}.${column}`)
    }
    return found.filter((name) => !ADMITTED.includes(name))
  }
  const act = <T>(work: (ctx: Parameters<typeof signOut>[0]) => Promise<T>) => world.act(site, actor, work)
  const shiftOf = async (more: object) => (await world.insert(site, 'shifts', { ...race, ...more })).id
  const [draft, planned, open] = [await shiftOf({}), await shiftOf({}), await shiftOf({ draft: new Date() })]
  const { id: request } = await world.insert(site, 'requests', { event: race.event, person: member.id, own: true })
  const { id: message } = await world.insert(site, 'messages', {
    ...{ kind: 'email', subject: 'Hi', body: 'Hi', status: 'sending', audience: '{}' },
  })
  await act((ctx) => publishShift(ctx, draft))
  await act((ctx) =>
    publishLater(ctx, {
      events: [],
      shifts: [planned],
      at: new Date(Date.now() + 3_600_000).toISOString(),
    } as LaterInput),
  )
  await act((ctx) =>
    engine.create(ctx, 'shifts', [
      {
        event: race.event,
        draft: new Date().toISOString(),
        start: race.start.toISOString(),
        end: race.end.toISOString(),
      },
    ]),
  )
  await act((ctx) => declineRequests(ctx, [request]))
  await act((ctx) => startSearch(ctx, open))
  await act((ctx) => engine.create(ctx, 'news', [{ title: 'Hello' }]))
  await act((ctx) => engine.create(ctx, 'messages', [{ kind: 'email', subject: 'Hi', body: 'Hi' }]))
  await pauseMessage((_access, work) => act(work), message)
  expect(await named()).toEqual([])
})

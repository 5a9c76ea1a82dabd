import { expect } from 'vitest'
import { endSession, listSessions, signOut, signOutEverywhere } from '#server/accounts/sessions/session-commands.ts'
import { findActorByToken } from '#server/accounts/sessions/sessions.ts'
import { mintToken } from '#server/accounts/sessions/tokens.ts'
import { impersonate, unimpersonate } from '#server/accounts/sign-in/impersonation.ts'
import { openEntry } from '#server/accounts/sign-in/operator-entry.ts'
import { answerShift } from '#server/answers/commands.ts'
import type { AnswerInput } from '#server/answers/contract.ts'
import { listAudit } from '#server/audit/queries.ts'
import { requireOwnAsk } from '#server/cover/control.ts'
import { type Actor, ownActor } from '#server/engine/access/actor.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { setPhoto } from '#server/media/commands.ts'
import { registerFile } from '#server/messages/attachments/commands.ts'
import { retryFailed, sendMessage } from '#server/messages/sending/commands.ts'
import { exportRecipients } from '#server/messages/sending/recipients.ts'
import { giveBack, takeShift } from '#server/open-shifts/commands.ts'
import { endOperatorSession } from '#server/operators/session.ts'
import { changeOrganisation } from '#server/organisation/commands.ts'
import { changeOwnSettings } from '#server/people/self/settings.ts'
import { removeOperator } from '#server/platform/operators.ts'
import { createProductCollections } from '#server/registry.ts'
import { signUp } from '#server/requests/sign-up/commands.ts'
import { exportTimesheet } from '#server/timesheets/export.ts'
import { BROWSER, openFor } from '#tests/support/accounts.ts'
import { test as base, type Host } from '#tests/support/operators-console.ts'
import { adminActor, type Person, type World } from '#tests/support/world.ts'

const REASON = 'The roster of May does not open'
const engine = createProductCollections()

type SignedIn = Awaited<ReturnType<Host['signedIn']>>
type Club = { site: Site; admin: Person; member: Person }

const test = base
  .extend('club', { scope: 'test' }, async ({ world }): Promise<Club> => {
    const site = await world.makeSite()
    const admin = await world.makePerson(site, { role: 'admin', name: 'Ada Admin' })
    return { site, admin, member: await world.makePerson(site, { name: 'Mo Member' }) }
  })
  .extend('operator', { scope: 'test' }, ({ host }): Promise<SignedIn> => host.signedIn())
  .extend('ask', { scope: 'file' }, ({ host }) => async (who: SignedIn, { site }: Club, input: object = {}) => {
    const { session } = (await host.operatorOf(who.cookie))!
    const by = { account: who.account_id, ip: '192.0.2.7', session }
    return host.console.enter(by, site.slug, { reason: REASON, ...input })
  })
  .extend(
    'open',
    { scope: 'file' },
    ({ world }) =>
      ({ site }: Pick<Club, 'site'>, token: string) =>
        world.withSite(site.id, (db) => openEntry({ db, site, clock: world.clock }, token), { access: 'write' }),
  )
  .extend(
    'seen',
    { scope: 'file' },
    ({ world }) =>
      ({ site }: Pick<Club, 'site'>, cookie: string) =>
        actorOf(world, site, cookie),
  )
  /** Enters the club: the cookie, and whom it acts as. */
  .extend('enter', { scope: 'file' }, ({ ask, open, world }) => async (who: SignedIn, club: Club) => {
    const cookie = await open(club, await ask(who, club))
    return { cookie, actor: (await actorOf(world, club.site, cookie)) as Actor }
  })
  .extend('auditOf', { scope: 'file' }, ({ world }) => async ({ site, admin }: Club) => {
    const { lines } = await world.withSite(site.id, (db) =>
      listAudit({ db, actor: adminActor(admin) }, { limit: 50 } as Parameters<typeof listAudit>[1]),
    )
    return lines.map(({ actor, action, person_name, impersonator, operator_name, details }) => ({
      ...{ actor, action, person_name, impersonator, operator_name, details },
    }))
  })

/** The actor of a cookie, or why it counts no more. */
const actorOf = (world: World, site: Site, cookie: string): Promise<Actor | string> =>
  world
    .withSite(site.id, (db) => findActorByToken(db, site, 'cookie', cookie, world.clock.now()))
    .catch((error: DomainError) => String(error.extras.reason))

const NOT_FOUND = { code: 'not_found' }

test('an operator acts as an admin for a reason; both logs name them, the reason, the start and the end', async ({
  world,
  host,
  club,
  operator,
  enter,
  auditOf,
}) => {
  const { actor } = await enter(operator, club)
  expect(actor).toMatchObject({
    person: { id: club.admin.id, access_role: 'admin' },
    impersonator: { id: null, name: `${operator.email} of the platform`, operator: operator.account_id },
  })
  await world.act(club.site, actor, (ctx) => engine.create(ctx, 'locations', [{ name: 'Slip' }]))
  await world.act(club.site, actor, signOut)
  const by = { actor: `operator:${operator.account_id}`, person_name: 'Ada Admin', operator_name: operator.email }
  expect(await auditOf(club)).toEqual([
    { ...by, impersonator: null, action: 'impersonation.end', details: {} },
    { ...by, impersonator: null, action: 'locations.create', details: expect.anything() },
    {
      ...by,
      impersonator: null,
      action: 'impersonation.begin',
      details: { reason: REASON, until: expect.any(String) },
    },
  ])
  const acts = (await host.console.acts()).filter(({ site }) => site === club.site.slug)
  expect(acts).toMatchObject([
    { action: 'site.leave', operator: operator.email, note: null },
    {
      ...{ action: 'site.enter', operator: operator.email, ip: '192.0.2.7' },
      note: expect.stringMatching(new RegExp(`^${REASON} \\(as person ${club.admin.id}, until \\d\\d:\\d\\d\\)$`)),
    },
  ])
})

test('the secret that hands over opens the session once, also when it is used twice together', async ({
  club,
  operator,
  ask,
  open,
}) => {
  const token = await ask(operator, club)
  const outcomes = await Promise.allSettled([open(club, token), open(club, token), open(club, token)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  await expect(open(club, token)).rejects.toMatchObject(NOT_FOUND)
})

test('the secret counts for a minute, at its own club only, and neither secret nor cookie passes as another token', async ({
  world,
  host,
  club,
  operator,
  ask,
  open,
  seen,
}) => {
  const other = { site: await world.makeSite() }
  await world.makePerson(other.site, { role: 'admin' })
  const token = await ask(operator, club)
  await expect(open(other, token)).rejects.toMatchObject(NOT_FOUND)
  const moved = (text: string) => text.replace(/_[^_]+_/, `_${other.site.id.toString(36)}_`)
  await expect(open(other, moved(token))).rejects.toMatchObject(NOT_FOUND)
  expect(await seen(club, token)).toBe('token_invalid')
  const cookie = await open(club, token)
  expect(await seen(other, cookie)).toBe('wrong_site')
  expect(await seen(other, moved(cookie))).toBe('token_invalid')
  expect(await seen(club, cookie.replace(/^wo/, 'ws'))).toBe('token_invalid')
  expect(await host.operatorOf(cookie)).toBeNull()
  await expect(open(club, mintToken('entry', club.site.id))).rejects.toMatchObject(NOT_FOUND)
  const late = await ask(operator, club)
  world.clock.set(new Date(world.clock.epochMs() + 60_000))
  await expect(open(club, late)).rejects.toMatchObject(NOT_FOUND)
})

test('an entry ends after an hour however much it is used, and with the operator’s own twelve hours', async ({
  host,
  club,
  operator,
  enter,
  seen,
}) => {
  const { cookie } = await enter(operator, club)
  for (let n = 0; n < 5; n++) {
    host.passMinutes(11)
    expect(await seen(club, cookie), `after ${n + 1} steps`).toMatchObject({ person: { id: club.admin.id } })
  }
  host.passMinutes(6)
  expect(await seen(club, cookie)).toBe('token_expired')
  expect(await host.operatorOf(operator.cookie)).not.toBeNull()
  for (let n = 0; n < 10; n++) {
    host.passMinutes(61)
    expect(await host.operatorOf(operator.cookie), `after ${n + 1} hours`).not.toBeNull()
  }
  const { cookie: last } = await enter(operator, club)
  host.passMinutes(50)
  expect(await host.operatorOf(operator.cookie)).toBeNull()
  expect(await seen(club, last)).toBe('token_expired')
})

type On = { world: World; host: Host; club: Club; operator: SignedIn; cookie: string }
const ENDS: [string, (on: On) => Promise<unknown>][] = [
  [
    'the operator signs out of the console',
    async ({ host, operator }) => endOperatorSession(host.parts, (await host.operatorOf(operator.cookie))!, BROWSER),
  ],
  [
    'the operator loses the right',
    async ({ world, host, operator }) => {
      await host.operator()
      await removeOperator({ pool: world.pool('platform') }, operator.email)
    },
  ],
  [
    'the operator’s password or factor changes',
    ({ world, operator }) =>
      world.superuser.query('select identity.end_sessions($1, 0, 0, now())', [operator.account_id]),
  ],
  [
    'the site is suspended, also once it is resumed',
    async ({ host, operator, club }) => {
      const by = { account: operator.account_id, ip: null }
      await host.console.suspend(by, club.site.slug)
      await host.console.resume(by, club.site.slug)
    },
  ],
  [
    'the admin is demoted',
    ({ world, club }) => world.superuser.query("update core.people set role = 'user' where id = $1", [club.admin.id]),
  ],
  [
    'the admin is disabled',
    ({ world, club }) =>
      world.superuser.query('update core.people set is_active = false where id = $1', [club.admin.id]),
  ],
  [
    'the admin signs out everywhere',
    async ({ world, club }) => {
      const { actor } = await openFor(world, club.site, club.admin)
      await world.act(club.site, actor, signOutEverywhere)
    },
  ],
  [
    'the admin ends it in the list of their sessions',
    async ({ world, club, operator }) => {
      const { actor } = await openFor(world, club.site, club.admin)
      const sessions = await world.act(club.site, actor, listSessions)
      const entry = sessions.find(({ impersonator }) => impersonator === `${operator.email} of the platform`)
      await world.act(club.site, actor, (ctx) => endSession(ctx, entry?.id ?? 0))
    },
  ],
]

test.for(ENDS)(
  '%s: the entry ends at the next request, and a secret that was not used opens nothing',
  async ([_what, end], { world, host, club, operator, ask, open, enter, seen }) => {
    // The last admin of a club can be neither demoted nor disabled.
    await world.makePerson(club.site, { role: 'admin' })
    const { cookie } = await enter(operator, club)
    const token = await ask(operator, club)
    expect(await seen(club, cookie)).toMatchObject({ person: { id: club.admin.id } })
    await end({ world, host, club, operator, cookie })
    expect(['session_revoked', 'account_disabled']).toContain(await seen(club, cookie))
    await expect(open(club, token)).rejects.toMatchObject(NOT_FOUND)
  },
)

test('signing out of the console writes the end of each entry into both logs', async ({
  world,
  host,
  club,
  operator,
  enter,
  auditOf,
}) => {
  const site = await world.makeSite()
  const other: Club = {
    site,
    admin: await world.makePerson(site, { role: 'admin', name: 'Olga' }),
    member: club.member,
  }
  for (const one of [club, other]) await enter(operator, one)
  await endOperatorSession(host.parts, (await host.operatorOf(operator.cookie))!, BROWSER)
  for (const one of [club, other])
    expect((await auditOf(one)).map(({ action }) => action)).toEqual(['impersonation.end', 'impersonation.begin'])
  const acts = (await host.acts(operator.account_id)) as { action: string; site: number | null }[]
  expect(
    acts
      .filter(({ action }) => action === 'site.leave')
      .map(({ site }) => site)
      .sort(),
  ).toEqual([club.site.id, other.site.id].sort())
})

test('an operator who acts as an admin gives no access, changes no admin, makes no key, does nothing as the admin, and writes to no one', async ({
  world,
  club,
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
  const times = { start: new Date(Date.now() + 86_400_000), end: new Date(Date.now() + 90_000_000) }
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...times })
  const ofRace = { event, draft: new Date(), ...times }
  const { id: theirs } = await world.insert(site, 'shifts', { ...ofRace, person: admin.id })
  const { id: open } = await world.insert(site, 'shifts', ofRace)
  const { id: cover } = await world.insert(site, 'covers', { shift: open, state: 'paused', started_at: new Date() })
  const { id: ask } = await world.insert(site, 'coverasks', {
    cover,
    person: admin.id,
    asked_at: new Date(),
    channel: 'email',
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
    ['gives the admin’s shift back', (ctx) => giveBack(ctx, theirs)],
    ['takes a shift', (ctx) => takeShift(ctx, open)],
    ['says yes to a request to cover', (ctx) => requireOwnAsk(ctx, ask)],
    ['signs up', (ctx) => signUp(ctx, { event } as Parameters<typeof signUp>[1])],
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

test.for<[string, object, object]>([
  ['no reason', { reason: '  ' }, { reason: ['Required.'] }],
  ['too long a reason', { reason: 'x'.repeat(301) }, { reason: ['At most 300 characters.'] }],
  ['no email', { admin: 'x' }, { admin: ['Invalid email.'] }],
  ['a member’s email', { admin: 'member@club.test' }, { admin: ['No active admin of this site has this email.'] }],
])(
  '%s is refused at its field, and no log has a line of it',
  async ([_what, input, issues], { world, host, club, operator, ask, auditOf }) => {
    await world.makePerson(club.site, { email: 'member@club.test' })
    await expect(ask(operator, club, input)).rejects.toMatchObject({ code: 'invalid', extras: { issues } })
    expect(await auditOf(club)).toEqual([])
    expect((await host.acts(operator.account_id)).filter(({ site }) => site !== null)).toEqual([])
  },
)

test('the named admin is acted as; a club without an admin, or one that is suspended, cannot be entered', async ({
  world,
  host,
  club,
  operator,
  ask,
  open,
  seen,
}) => {
  const second = await world.makePerson(club.site, { role: 'admin', email: 'second@club.test' })
  const cookie = await open(club, await ask(operator, club, { admin: 'Second@club.test' }))
  expect(await seen(club, cookie)).toMatchObject({ person: { id: second.id } })
  const empty = { ...club, site: await world.makeSite() }
  await expect(ask(operator, empty)).rejects.toMatchObject({
    code: 'conflict',
    message: 'The site has no active admin.',
  })
  await host.console.suspend({ account: operator.account_id, ip: null }, club.site.slug)
  await expect(ask(operator, club)).rejects.toMatchObject(NOT_FOUND)
})

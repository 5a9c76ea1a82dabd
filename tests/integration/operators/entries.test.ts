import { expect } from 'vitest'
import { endSession, listSessions, signOut, signOutEverywhere } from '#server/accounts/sessions/session-commands.ts'
import { mintToken } from '#server/accounts/sessions/tokens.ts'
import { endOperatorSession } from '#server/operators/session.ts'
import { removeOperator } from '#server/platform/operators.ts'
import { createProductCollections } from '#server/registry.ts'
import { BROWSER, openFor } from '#tests/support/accounts.ts'
import { type Club, REASON, type SignedIn, test } from '#tests/support/entries.ts'
import type { Host } from '#tests/support/operators-console.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'
import type { World } from '#tests/support/world.ts'

const engine = createProductCollections()

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

test('a club that is being suspended cannot be entered', async ({ world, club, operator, ask }) => {
  const entry = whileOtherWrites(world, {
    write: (other) => other.query("update core.sites set status = 'suspended' where id = $1", [club.site.id]),
    work: () => ask(operator, club),
  })
  await expect(entry).rejects.toMatchObject(NOT_FOUND)
})

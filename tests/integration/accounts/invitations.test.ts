import { expect } from 'vitest'
import { invitableOfImport, invitationOf, invitePeople } from '#server/accounts/invitations/commands.ts'
import { resetPassword, sendResetLink } from '#server/accounts/passwords/reset.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { createProductCollections } from '#server/registry.ts'
import { DEVICE, givePassword, openFor, PASSWORD, queuedNotices, realLimits } from '#tests/support/accounts.ts'
import { test as base, bearer, OWN } from '#tests/support/accounts-at-clubs.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { type Person, SYSTEM } from '#tests/support/world.ts'

const engine = createProductCollections()
const DAY_MS = 86_400_000

const test = base
  /** A person as an admin adds them: without a password, and without a sign-in. */
  .extend('add', { scope: 'file' }, ({ world, personAt }) => async (site: Site, email: string): Promise<Person> => {
    await world.act(site, SYSTEM, (ctx) => engine.create(ctx, 'people', [{ name: 'Added', email }]))
    return { ...(await personAt(site, email)), name: 'Added', email }
  })
  .extend(
    'invite',
    ({ ask, club, clubAdmin }) =>
      async (people: unknown, headers: Record<string, string> = clubAdmin) => {
        const { status, text } = await ask.post(club, '/people/invite', { people }, headers)
        return { status, ...JSON.parse(text) }
      },
  )
  .extend(
    'linkOf',
    { scope: 'file' },
    ({ mail }) =>
      async ({ email }: Person) =>
        String(await mail.link(email, 'account.invitation')),
  )
  .extend(
    'use',
    { scope: 'file' },
    ({ parts }) =>
      (site: Site, token: string) =>
        resetPassword(parts, site, { token, password: OWN }, DEVICE).then(
          () => 'in',
          (error: { extras: { issues?: { token?: unknown } } }) => (error.extras.issues?.token ? 'dead' : 'refused'),
        ),
  )

let serial = 0
const address = () => `invited-${serial++}@example.org`

test('one email with one link sets the first password, confirms the address and signs in; then no invitation is left', async ({
  world,
  parts,
  club,
  add,
  invite,
  linkOf,
  signIn,
}) => {
  const person = await add(club, address())
  const state = () => world.withSite(club.id, (db) => invitationOf(db, person.id))
  expect(await state()).toBe('first')
  expect(await invite([person.id, person.id])).toEqual({ status: 200, invited: [person.id], skipped: [] })
  expect(await state()).toBe('again')
  const queued = (await queuedNotices(world, club)).filter(({ email }) => email === person.email)
  expect(queued.map(({ kind, lane }) => [kind, lane])).toEqual([['account.invitation', 'bulk']])
  const token = await linkOf(person)
  const session = await resetPassword(parts, club, { token, password: OWN }, DEVICE)
  expect(session.access).toBeTruthy()
  expect((await signIn(club, person.email, OWN)).status).toBe(200)
  const { rows } = await world.superuser.query(
    `select (select array_agg(action order by id) from core.audit where subject_id = $1 and subject = 'people' and site_id = $2 and action like 'people.%') as actions,
      (select way from identity.address_proofs p join core.people q on q.account_id = p.account_id where q.id = $1) as way`,
    [person.id, club.id],
  )
  expect(rows[0]).toMatchObject({
    actions: expect.arrayContaining(['people.invite', 'people.join']),
    way: 'invitation',
  })
  expect((await queuedNotices(world, club)).filter(({ email }) => email === person.email)).toHaveLength(1)
  expect(await state()).toBeNull()
  expect(await invite([person.id])).toMatchObject({
    invited: [],
    skipped: [{ person: person.id, reason: 'signed_in' }],
  })
})

test('a second press sends again and ends the first link; the sixth of a day is skipped', async ({
  world,
  club,
  add,
  invite,
  linkOf,
  use,
}) => {
  const person = await add(club, address())
  await invite([person.id])
  const first = await linkOf(person)
  await invite([person.id])
  const second = await linkOf(person)
  expect(second).not.toBe(first)
  expect(await use(club, first)).toBe('dead')
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  await messaging.stop()
  const sent = transports.email.sent.filter(({ to }) => to === person.email)
  expect(sent.map(({ subject }) => subject)).toEqual([`You have been added to ${club.name}`])
  expect(sent[0]?.text).toMatch(/\/password\/reset\/[\w-]{43}\?invited\n/)
  expect(sent[0]?.text).toContain(`You get this because you were added to ${club.name}.`)
  for (let n = 0; n < 3; n++) expect(await invite([person.id])).toMatchObject({ invited: [person.id] })
  expect(await invite([person.id])).toMatchObject({ skipped: [{ person: person.id, reason: 'too_often' }] })
  expect(await use(club, await linkOf(person))).toBe('in')
})

test('concurrent presses produce one email with a working link', async ({ world, club, add, invite, linkOf, use }) => {
  const person = await add(club, address())
  const answers = await Promise.all(Array.from({ length: 4 }, () => invite([person.id])))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { rows } = await world.superuser.query(
    'select state, count(*)::int as n from core.deliveries where person = $1 group by state order by state',
    [person.id],
  )
  expect(rows).toEqual([
    { state: 'cancelled', n: 3 },
    { state: 'queued', n: 1 },
  ])
  expect(await use(club, await linkOf(person))).toBe('in')
})

test('members, programs and visitors are refused; an unknown id, or one of another site, is refused and invites no one', async ({
  world,
  api,
  ask,
  club,
  otherClub,
  clubAdmin,
  add,
  invite,
}) => {
  const [person, elsewhere] = [await add(club, address()), await add(otherClub, address())]
  const member = await api.signIn(club, await world.makePerson(club))
  const made = await ask.post(club, '/apikeys', [{ name: 'Script', scope: 'write' }], clubAdmin)
  const { key = '' } = Object.values(JSON.parse(made.text).results?.apikeys ?? {})[0] as { key?: string }
  expect(key).not.toBe('')
  for (const headers of [member, bearer(key)]) expect((await invite([person.id], headers)).status).toBe(403)
  expect((await invite([person.id], {})).status).toBe(401)
  for (const people of [[person.id, elsewhere.id], [person.id, 999_999_999], [], 'all', [0], Array(1001).fill(1)])
    expect(await invite(people)).toMatchObject({ status: 400, people: [expect.any(String)] })
  expect((await queuedNotices(world, club)).filter(({ kind }) => kind === 'account.invitation')).toEqual([])
})

test('people who are inactive, registered, already signed in or unreachable are skipped, with the reason', async ({
  world,
  club,
  add,
  invite,
}) => {
  const over = {
    inactive: { is_active: false },
    registered: { registered_at: new Date() },
    signed_in: { last_login: new Date() },
    unreachable: { email_blocked: 'bounced' },
  }
  const people: Person[] = []
  for (const of of Object.values(over)) people.push(await world.makePerson(club, of))
  const waiting = await world.makePerson(club, { role: 'new' })
  const fine = await add(club, address())
  const answer = await invite([...people, waiting, fine].map(({ id }) => id))
  expect(answer.invited).toEqual([fine.id])
  const reasons = [...Object.keys(over), 'inactive']
  expect(new Set(answer.skipped)).toEqual(
    new Set([...people, waiting].map(({ id }, at) => ({ person: id, reason: reasons[at] }))),
  )
})

test('an invitation ends with a later sign-in, deactivation and deletion, even if undone; after a week; at another site', async ({
  world,
  parts,
  club,
  otherClub,
  add,
  invite,
  linkOf,
  use,
}) => {
  const invited = async () => {
    const person = await add(club, address())
    await invite([person.id])
    return { person, token: await linkOf(person) }
  }
  const disabled = await invited()
  for (const is_active of [false, true])
    await world.act(club, SYSTEM, (ctx) => engine.update(ctx, 'people', [{ id: disabled.person.id, is_active }]))
  expect(await use(club, disabled.token)).toBe('dead')

  const removed = await invited()
  const undo = await world.act(club, SYSTEM, (ctx) => engine.remove(ctx, 'people', removed.person.id))
  await world.act(club, SYSTEM, (ctx) => engine.undo(ctx, 'people', { token: String(undo?.token) }))
  expect(await use(club, removed.token)).toBe('dead')

  const entered = await invited()
  await sendResetLink(parts, club, entered.person.email)
  await world.superuser.query('update core.people set last_login = now() where id = $1', [entered.person.id])
  expect(await use(club, entered.token)).toBe('dead')

  const late = await invited()
  expect(await use(otherClub, late.token)).toBe('dead')
  world.clock.set(new Date(Date.now() + 7 * DAY_MS + 1_000))
  expect(await use(club, late.token)).toBe('dead')
  world.clock.set(null)

  // A requested link does not end it: anyone may request one.
  const kept = await invited()
  await sendResetLink(parts, club, kept.person.email)
  expect(await use(club, kept.token)).toBe('in')
  expect(await use(club, kept.token)).toBe('dead')
})

test('the answer, the message and its list are the same for an address with an account elsewhere, whose password only its owner changes', async ({
  world,
  parts,
  club,
  otherClub,
  add,
  invite,
  linkOf,
  signIn,
  use,
}) => {
  const [known, unknown] = [address(), address()]
  await world.makePerson(otherClub, { email: known })
  await givePassword(world, parts, known)
  const people = [await add(club, known), await add(club, unknown)]
  expect(await invite(people.map(({ id }) => id))).toEqual({
    status: 200,
    invited: people.map(({ id }) => id),
    skipped: [],
  })
  const facts = (await queuedNotices(world, club))
    .filter(({ kind }) => kind === 'account.invitation')
    .map(({ facts: { derive: _, ...rest } }) => rest)
  expect(facts).toHaveLength(2)
  expect(facts[0]).toEqual(facts[1])
  expect((await signIn(otherClub, known, PASSWORD)).status).toBe(200)
  expect(await use(club, await linkOf(people[0]!))).toBe('in')
  expect((await signIn(otherClub, known, PASSWORD)).status).toBe(400)
  const kinds = (await queuedNotices(world, club)).filter(({ email }) => email === known).map(({ kind }) => kind)
  expect(kinds).toEqual(['account.invitation', 'account.password_changed'])
})

test('a waiting message is not sent to a deactivated person', async ({ world, club, add, invite }) => {
  const person = await add(club, address())
  await invite([person.id])
  await world.act(club, SYSTEM, (ctx) => engine.update(ctx, 'people', [{ id: person.id, is_active: false }]))
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  await messaging.stop()
  expect(transports.email.sent.filter(({ to }) => to === person.email)).toEqual([])
})

test('the limit counts people', async ({ world, parts, club, add }) => {
  const limits = realLimits(world)
  const taken: unknown[] = []
  const take: typeof limits.take = (...attempt) => {
    taken.push(attempt)
    return limits.take(...attempt)
  }
  const counting = { ...parts, limits: { ...limits, take } }
  const admin = await world.makePerson(club, { role: 'admin' })
  const { actor } = await openFor(world, club, admin)
  const people = [await add(club, address()), await add(club, address())]
  await world.act(club, actor, (ctx) =>
    invitePeople(
      ctx,
      counting,
      people.map(({ id }) => id),
    ),
  )
  expect(taken).toEqual([['invite', { site: club.id, person: admin.id }, 2]])
  await limits.take('invite', { site: club.id, person: admin.id }, 4_998)
  await expect(world.act(club, actor, (ctx) => invitePeople(ctx, counting, [people[0]!.id]))).rejects.toMatchObject({
    code: 'throttled',
  })
  await limits.close()
})

test('the new people of an import can be invited, until they have signed in or the import is undone', async ({
  world,
  club,
  add,
  invite,
}) => {
  const [one, two, three] = [await add(club, address()), await add(club, address()), await add(club, address())]
  const { id } = await world.insert(club, 'imports', {
    kind: 'people',
    file_name: 'members.csv',
    counts: {},
    created: { ids: { people: [one.id, two.id, three.id] }, changes: {} },
    created_by: one.id,
    digest: 'x',
  })
  const of = () => world.withSite(club.id, (db) => invitableOfImport(db, id))
  await invite([two.id])
  await world.superuser.query('update core.people set last_login = now() where id = $1', [three.id])
  expect(await of()).toEqual({ first: [one.id], again: [two.id] })
  await world.superuser.query('update core.imports set undone_at = now() where id = $1', [id])
  expect(await of()).toEqual({ first: [], again: [] })
})

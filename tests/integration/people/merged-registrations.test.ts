import { expect } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import { givePassword, PASSWORD, queuedNotices } from '#tests/support/accounts.ts'
import { test as base, STOLEN } from '#tests/support/accounts-at-clubs.ts'
import { credentialsOfRoles } from '#tests/support/api.ts'
import { chooseContacts } from '#tests/support/contacts.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { fingerprintOf, type Person } from '#tests/support/world.ts'

/** A registration may be merged with a person on the list; the registrant gains nothing by it. */
const NAME = 'Ann Smith'
const PHONE = '+447700900123'
let counter = 0

const test = base
  .extend('stored', { scope: 'file' }, ({ world }) => async (id: number) => {
    const { rows } = await world.superuser.query(
      'select id::int, account_id::int, name, email, phone, sms_verified, role, is_active, notes, tags from core.people where id = $1',
      [id],
    )
    return rows[0]
  })
  .extend('ann', ({ world, club }) => world.makePerson(club, { name: NAME }))
  /** Registers an address at a club; its owner confirms it unless told otherwise. */
  .extend(
    'register',
    { scope: 'file' },
    ({ world, ask, personAt }) =>
      async (site: Site, over: Partial<Registering> = {}) => {
        const { name = NAME, phone = PHONE, confirmed = true, email = `again-${++counter}@example.net` } = over
        expect((await ask.post(site, '/register', { email, name, phone, password: STOLEN })).status).toBe(204)
        const { id, account_id } = await personAt(site, email)
        if (confirmed)
          await world.superuser.query(
            'update identity.accounts set proved_at = now(), home_site = null where id = $1',
            [account_id],
          )
        return { id, email, account_id }
      },
  )
  .extend(
    'merge',
    ({ ask, club, clubAdmin }) =>
      async (id: number, person: unknown, headers = clubAdmin, site = club) => {
        const { status, text } = await ask.post(site, `/people/${id}/merge`, { person }, headers)
        return { status, body: JSON.parse(text) }
      },
  )
  .extend('offered', ({ ask, club, clubAdmin }) => async (id: number, headers = clubAdmin) => {
    const { status, text } = await ask.get(club, `/people/${id}/merge`, undefined, headers)
    return { status, body: JSON.parse(text) }
  })

type Registering = { name: string; phone: string; confirmed: boolean; email: string }
type On = FixturesOf<typeof test>

const offeredIds = async (offered: On['offered'], id: number): Promise<number[]> =>
  (await offered(id)).body.people.map((person: Person) => person.id)

test('a registration that is a contact of events leaves that to the person, once for each event', async ({
  world,
  club,
  ann,
  register,
  merge,
}) => {
  const { id } = await register(club)
  const span = { start: '2027-06-05T09:00:00Z', end: '2027-06-05T12:00:00Z' }
  const events = [await world.insert(club, 'events', span), await world.insert(club, 'events', span)]
  for (const event of events) await chooseContacts(world, club, { event: event.id }, { id })
  await chooseContacts(world, club, { event: events[0]!.id }, ann)
  expect((await merge(id, ann.id)).status).toBe(200)
  const { rows } = await world.superuser.query(
    'select event::int, person::int from core.event_contacts where site_id = $1 order by event',
    [club.id],
  )
  expect(rows).toEqual(events.map((event) => ({ event: event.id, person: ann.id })))
})

test('the hours of a registration become those of the person', async ({ world, club, ann, register, merge }) => {
  const { id } = await register(club)
  const times = { start: '2027-06-12T09:00Z', end: '2027-06-12T11:00Z' }
  await world.insert(club, 'worked', {
    ...{ shift: 1, event: 1, person: id, event_name: 'Race', ...times, was_running: false },
    ...{ actual_start: times.start, actual_end: times.end },
  })
  expect((await merge(id, ann.id)).status).toBe(200)
  const { rows } = await world.superuser.query('select hours from core.worked where person = $1', [ann.id])
  expect(rows).toEqual([{ hours: 2 }])
})

test('the person gets missing values, and nothing else of them changes', async ({
  world,
  club,
  ann,
  register,
  merge,
  stored,
  ask,
  clubAdmin,
}) => {
  const registration = await register(club)
  await ask.put(club, '/people', [{ id: registration.id, notes: 'Called on Monday', tags: ['crew'] }], clubAdmin)
  await ask.put(club, '/people', [{ id: ann.id, notes: 'Swims', tags: ['old'] }], clubAdmin)
  const entry = async (person: number, entry_type: number, value: string) =>
    (await world.insert(club, 'profileentries', { person, entry_type, value })).id
  const field = async (name: string) => (await world.insert(club, 'profilefields', { display_name: name })).id
  const [shirt, boat] = [await field('shirt'), await field('boat')]
  await entry(ann.id, shirt, 'M')
  await entry(registration.id, shirt, 'XL')
  await entry(registration.id, boat, 'Heron')
  const before = await stored(ann.id)

  expect(await merge(registration.id, ann.id)).toEqual({
    status: 200,
    body: { person: ann.id, taken: ['phone', 'notes', 'tags', 'profileentries'] },
  })
  expect(await stored(ann.id)).toEqual({
    ...before,
    phone: PHONE,
    sms_verified: false,
    notes: 'Swims\n\nCalled on Monday',
    tags: ['old', 'crew'],
  })
  expect(await stored(registration.id)).toBeUndefined()
  const entries = await world.superuser.query(
    'select entry_type::int as field, value from core.profileentries where person = $1 order by id',
    [ann.id],
  )
  expect(entries.rows).toEqual([
    { field: shirt, value: 'M' },
    { field: boat, value: 'Heron' },
  ])
  const log = await world.superuser.query(
    "select subject_id::int, details from core.audit where site_id = $1 and action = 'people.merge'",
    [club.id],
  )
  expect(log.rows).toEqual([
    {
      subject_id: ann.id,
      details: { registration: registration.id, taken: ['phone', 'notes', 'tags', 'profileentries'] },
    },
  ])
  const notices = (await queuedNotices(world, club)).filter(({ kind }) => kind === 'account.merged')
  expect(notices.map(({ email, facts }) => [email, 'to' in facts])).toEqual([[ann.email, false]])
})

test('a phone of their own stays, verified; an inactive person stays inactive and gets no mail', async ({
  world,
  club,
  register,
  merge,
  stored,
}) => {
  const own = { name: NAME, phone: '+447700900999', sms_verified: true, is_active: false }
  const person = await world.makePerson(club, own)
  const before = await stored(person.id)
  const { id } = await register(club)
  expect((await merge(id, person.id)).body).toEqual({ person: person.id, taken: [] })
  expect(await stored(person.id)).toEqual(before)
  expect((await queuedNotices(world, club)).filter(({ kind }) => kind === 'account.merged')).toEqual([])
})

test('people of the same name or phone are offered: no admin, no other registration, no one of another club', async ({
  world,
  club,
  otherClub,
  ann,
  register,
  offered,
}) => {
  const byPhone = await world.makePerson(club, { name: 'Bob', phone: PHONE })
  const inactive = await world.makePerson(club, { name: 'ANN SMITH', is_active: false })
  await world.makePerson(club, { name: NAME, role: 'admin' })
  await world.makePerson(club, { name: NAME, role: 'admin', is_active: false })
  await world.makePerson(club, { name: 'Ann Smithson' })
  await world.makePerson(otherClub, { name: NAME, phone: PHONE })
  await register(club)
  const { id } = await register(club)
  expect((await offered(id)).body).toEqual({
    confirmed: true,
    people: [
      expect.objectContaining({ id: ann.id, same_name: true, same_phone: false, is_active: true }),
      expect.objectContaining({ id: byPhone.id, same_name: false, same_phone: true }),
      expect.objectContaining({ id: inactive.id, same_name: true, is_active: false }),
    ],
  })
  for (let n = 0; n < 8; n++) await world.makePerson(club, { name: NAME })
  expect((await offeredIds(offered, id)).length).toBe(5)
})

/** Attempts to reach Ann's record by a registration in her name, and the refusal of each. */
const ATTEMPTS: Record<string, { status: number; send: (on: Attempt) => Promise<{ status: number; body: unknown }> }> =
  {
    'a registration whose email no one confirmed': {
      status: 409,
      send: async ({ club, ann, register, merge }) => merge((await register(club, { confirmed: false })).id, ann.id),
    },
    'an admin of the same name': {
      status: 400,
      send: async ({ world, club, register, merge }) =>
        merge((await register(club)).id, (await world.makePerson(club, { name: NAME, role: 'admin' })).id),
    },
    'an inactive admin of the same name': {
      status: 400,
      send: async ({ world, club, register, merge }) =>
        merge(
          (await register(club)).id,
          (await world.makePerson(club, { name: NAME, role: 'admin', is_active: false })).id,
        ),
    },
    'a person of another club': {
      status: 400,
      send: async ({ world, club, otherClub, register, merge }) =>
        merge((await register(club)).id, (await world.makePerson(otherClub, { name: NAME })).id),
    },
    'a registration of another club': {
      status: 404,
      send: async ({ otherClub, ann, register, merge }) => merge((await register(otherClub)).id, ann.id),
    },
    'an admin of another club': {
      status: 401,
      send: async ({ club, ann, register, merge, otherAdmin }) => merge((await register(club)).id, ann.id, otherAdmin),
    },
    'a member': {
      status: 403,
      send: async ({ club, ann, register, merge, roles }) => merge((await register(club)).id, ann.id, roles.member),
    },
    'no one who is signed in': {
      status: 401,
      send: async ({ club, ann, register, merge }) => merge((await register(club)).id, ann.id, {}),
    },
    'an API key that may write everything': {
      status: 403,
      send: async ({ club, ann, register, merge, roles }) => merge((await register(club)).id, ann.id, roles.writer),
    },
    'someone with another name and phone': {
      status: 400,
      send: async ({ world, club, register, merge }) =>
        merge((await register(club)).id, (await world.makePerson(club)).id),
    },
    'another registration': {
      status: 400,
      send: async ({ club, register, merge }) => merge((await register(club)).id, (await register(club)).id),
    },
    'the registration itself': {
      status: 400,
      send: async ({ club, register, merge }) => {
        const { id } = await register(club)
        return merge(id, id)
      },
    },
    'a member in place of a registration': {
      status: 404,
      send: async ({ world, club, ann, merge }) => merge((await world.makePerson(club, { name: NAME })).id, ann.id),
    },
    'a registration with a shift': {
      status: 409,
      send: async ({ world, club, ann, register, merge }) => {
        const { id } = await register(club)
        const span = { start: '2027-03-01T09:00:00Z', end: '2027-03-01T12:00:00Z' }
        const event = await world.insert(club, 'events', { name: 'Regatta', ...span })
        await world.insert(club, 'shifts', { event: event.id, person: id, ...span })
        return merge(id, ann.id)
      },
    },
  }

type Attempt = Pick<On, 'world' | 'club' | 'otherClub' | 'ann' | 'register' | 'merge' | 'otherAdmin'> & {
  roles: Awaited<ReturnType<typeof credentialsOfRoles>>
}

for (const [what, { status, send }] of Object.entries(ATTEMPTS))
  test(`${what}: refused, and nothing changes`, async ({
    world,
    api,
    club,
    otherClub,
    ann,
    register,
    merge,
    otherAdmin,
    stored,
  }) => {
    const roles = await credentialsOfRoles(world, api, club)
    const before = await stored(ann.id)
    let prints: unknown
    const counted: typeof merge = async (...args) => {
      prints = await fingerprintOf(world, club, ['audit', 'sessions', 'apikeys'])
      return merge(...args)
    }
    const answer = await send({ world, club, otherClub, ann, register, merge: counted, otherAdmin, roles })
    expect([answer.status, answer.body]).toEqual([status, expect.anything()])
    expect(await fingerprintOf(world, club, ['audit', 'sessions', 'apikeys'])).toEqual(prints)
    expect(await stored(ann.id)).toEqual(before)
  })

test('neither the registered password nor its mails open anything afterwards', async ({
  world,
  parts,
  mail,
  club,
  ann,
  register,
  merge,
  signIn,
  reset,
  personAt,
}) => {
  await givePassword(world, parts, ann.email)
  const { id, email, account_id } = await register(club)
  const link = await mail.link(email, 'account.registered')
  const { account_id: own } = await personAt(club, ann.email)
  expect((await merge(id, ann.id)).status).toBe(200)
  expect((await signIn(club, email, STOLEN)).status).toBe(400)
  expect((await signIn(club, ann.email, STOLEN)).status).toBe(400)
  expect((await reset(club, email, 'another long password')).status).toBe(400)
  const links = await world.superuser.query('select from core.email_changes where site_id = $1', [club.id])
  expect([typeof link, links.rowCount]).toEqual(['string', 0])
  expect((await personAt(club, ann.email)).account_id).toBe(own)
  expect(own).not.toBe(account_id)
  expect((await signIn(club, ann.email, PASSWORD)).status).toBe(200)
})

test('a person added by hand, with an unconfirmed account, is linked with no account of a registration', async ({
  ask,
  club,
  clubAdmin,
  register,
  merge,
  personAt,
  stored,
}) => {
  const email = 'typed-by-hand@example.org'
  expect((await ask.post(club, '/people', [{ name: NAME, email }], clubAdmin)).status).toBe(201)
  const before = await stored((await personAt(club, email)).id)
  const { id } = await register(club)
  expect((await merge(id, before.id)).status).toBe(200)
  expect(await stored(before.id)).toEqual({ ...before, phone: PHONE })
})

test('of two concurrent or repeated merges one succeeds', async ({
  world,
  club,
  ann,
  clubAdmin,
  adminOf,
  register,
  merge,
  stored,
}) => {
  const other = await world.makePerson(club, { name: NAME })
  const second = await adminOf(club)
  for (let round = 0; round < 6; round++) {
    const { id } = await register(club)
    const answers = await Promise.all([merge(id, ann.id, clubAdmin), merge(id, round % 2 ? ann.id : other.id, second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    expect((await merge(id, ann.id)).status).toBe(404)
    expect(await stored(id)).toBeUndefined()
  }
})

test('of a concurrent merge and approval one counts', async ({
  ask,
  club,
  ann,
  clubAdmin,
  adminOf,
  register,
  merge,
  stored,
}) => {
  const second = await adminOf(club)
  for (let round = 0; round < 6; round++) {
    const { id } = await register(club)
    const [merging, approving] = await Promise.all([
      merge(id, ann.id, clubAdmin),
      ask.post(club, '/people/bulk', { ids: [id], changes: { is_active: true } }, second),
    ])
    const left = await stored(id)
    expect([merging.status, approving.status, left?.role]).toEqual(left ? [404, 200, 'user'] : [200, 404, undefined])
  }
})

test('a caller who may not merge is shown no one either', async ({ world, api, club, ann, register, offered }) => {
  const roles = await credentialsOfRoles(world, api, club)
  const { id } = await register(club)
  expect(await offeredIds(offered, id)).toEqual([ann.id])
  for (const headers of [roles.member, roles.writer, roles.reader, roles.kiosk, {}])
    expect((await offered(id, headers)).status).toBeGreaterThanOrEqual(401)
  expect((await offered(ann.id)).status).toBe(404)
})

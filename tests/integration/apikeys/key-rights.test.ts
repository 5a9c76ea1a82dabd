import { expect } from 'vitest'
import { applyImport, previewImport } from '#server/imports/commands.ts'
import { importOptions } from '#server/imports/contract.ts'
import { accountPartsOf, givePassword, PASSWORD, queuedNotices } from '#tests/support/accounts.ts'
import { credentialsOfRoles } from '#tests/support/api.ts'
import { test as base, type FixturesOf } from '#tests/support/fixture.ts'
import { checkedFor, fileForm, input } from '#tests/support/import-files.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { adminActor } from '#tests/support/world.ts'

/** A key must not make its holder, or someone else, an admin. */
type Person = { id: number; name: string; email: string }

const test = base
  .extend('ada', { auto: true }, ({ world, site }) => world.makePerson(site, { role: 'admin', name: 'Ada' }))
  .extend('bea', { auto: true }, ({ world, site }) => world.makePerson(site, { role: 'admin', name: 'Bea' }))
  .extend('key', async ({ world, api, site }) => (await credentialsOfRoles(world, api, site)).writer)
  .extend('adminHeaders', ({ api, site, ada }) => api.signIn(site, ada))
  .extend(
    'ask',
    ({ key, callApi }) =>
      (method: string, path: string, body?: unknown, headers = key) =>
        callApi(method, path, headers, body),
  )
  .extend(
    'people',
    ({ world, site }) =>
      async () =>
        (
          await world.superuser.query(
            'select id::int, name, email, role, is_active, phone, avatar from core.people where site_id = $1 order by id',
            [site.id],
          )
        ).rows,
  )
  .extend(
    'notices',
    ({ world, site }) =>
      async () =>
        (await queuedNotices(world, site))
          .filter(({ kind }) => kind === 'account.admin_added')
          .map(({ email, facts }) => [email, facts.title]),
  )

type On = Pick<FixturesOf<typeof test>, 'ada' | 'adminHeaders' | 'ask' | 'bea' | 'site' | 'world'>

const importForm = (text: string, more: Record<string, string> = {}) =>
  fileForm(text, { kind: 'people', mapping: '{}', options: '{"allow_admins":true}', ...more })

test('a person added by a key gets no access: neither as an admin, nor by a password that they choose', async ({
  ask,
  people,
  world,
}) => {
  for (const role of ['admin', 'user'])
    expect(await ask('POST', '/people/', [{ name: 'Mallory', email: 'mallory@host.test', role }])).toEqual({
      status: 403,
      body: { detail: 'API keys cannot set role.', role: ['API keys cannot set this.'] },
    })
  const active = { name: 'Mallory', email: 'mallory@host.test', is_active: true }
  expect((await ask('POST', '/people/', active)).status).toBe(403)
  expect((await ask('POST', '/people/', { name: 'Mallory', email: 'mallory@host.test' })).status).toBe(201)
  expect(await people()).toContainEqual(
    expect.objectContaining({ email: 'mallory@host.test', role: 'new', is_active: false }),
  )
  const parts = accountPartsOf(world)
  await givePassword(world, parts, 'mallory@host.test')
  await parts.limits.close()
  const entered = await ask('POST', '/auth/login', { email: 'mallory@host.test', password: PASSWORD }, {})
  expect([entered.status, JSON.stringify(entered.body).includes('access')]).toEqual([400, false])
})

/** Every call by which a key might make an admin, change one, or grant access. */
const ATTEMPTS: Record<
  string,
  (
    on: Pick<On, 'ask' | 'bea' | 'site'>,
    of: { member: Person; pending: Person; off: Person },
  ) => Promise<{ status: number }>
> = {
  'promote a member': ({ ask }, { member }) => ask('PUT', '/people/', [{ id: member.id, role: 'admin' }]),
  'change an access role at all': ({ ask }, { member }) => ask('PUT', '/people/', { id: member.id, role: 'new' }),
  'promote many': ({ ask }, { member }) =>
    ask('POST', '/people/bulk', { ids: [member.id], changes: { role: 'admin' } }),
  'approve a registration': ({ ask }, { pending }) => ask('PUT', '/people/', { id: pending.id, is_active: true }),
  'approve many': ({ ask }) => ask('POST', '/people/bulk', { filter: { role: 'new' }, changes: { is_active: true } }),
  'let a disabled one in again': ({ ask }, { off }) => ask('PUT', '/people/', { id: off.id, is_active: true }),
  'demote an admin': ({ ask, bea }) => ask('PUT', '/people/', { id: bea.id, role: 'user' }),
  'deactivate an admin': ({ ask, bea }) => ask('PUT', '/people/', { id: bea.id, is_active: false }),
  'change an admin’s phone': ({ ask, bea }) => ask('PUT', '/people/', { id: bea.id, phone: '+447700900123' }),
  'change admins among many': ({ ask }) =>
    ask('POST', '/people/bulk', { filter: { role: 'admin' }, changes: { notes: 'x' } }),
  'remove an admin': ({ ask, bea }) => ask('DELETE', `/people/${bea.id}/`),
  'remove admins among many': ({ ask }) => ask('POST', '/people/bulk', { filter: { role: 'admin' }, remove: true }),
  'sign an admin out': ({ ask, bea }) => ask('DELETE', `/people/${bea.id}/sessions`),
  'take an admin’s photo away': ({ ask, bea }) => ask('DELETE', `/people/${bea.id}/remove_image`),
  'act as someone': ({ ask }, { member }) => ask('POST', '/auth/impersonate', { person: member.id }),
  'preview an import of people': ({ ask }) =>
    ask('POST', '/imports/preview', importForm('name,email,role\nM,m@host.test,admin\n')),
  'import people': ({ ask }) =>
    ask('POST', '/imports', importForm('name,email,role\nM,m@host.test,admin\n', { digest: 'x' })),
  'make a key': ({ ask }) => ask('POST', '/apikeys/', { name: 'More', scope: 'write' }),
  'add a sign-in provider': ({ ask }) => ask('PUT', '/signinproviders/google', { client_id: 'x', client_secret: 'y' }),
  'make a kiosk': ({ ask }) => ask('POST', '/kiosks/', { name: 'Door' }),
  'let another page show the club’s': ({ ask }) =>
    ask('PUT', '/organisations/current', { embed_origins: ['https://evil.example'] }),
  'have answers sent elsewhere': ({ ask }) =>
    ask('PUT', '/organisations/current', { contact_email: 'mallory@evil.example' }),
  'tell strangers who has an account': ({ ask, site }) =>
    ask('PUT', '/organisations/current', { hide_account_existence: !site.hide_account_existence }),
}

test.for(Object.keys(ATTEMPTS))('a key cannot %s', async (what, { world, site, people, ask, bea }) => {
  const of = {
    member: await world.makePerson(site, { name: 'Member' }),
    pending: await world.makePerson(site, { name: 'Pending', role: 'new', is_active: false }),
    off: await world.makePerson(site, { name: 'Off', is_active: false }),
  }
  const before = await people()
  const { status } = await ATTEMPTS[what]!({ ask, bea, site }, of)
  expect(status).toBe(403)
  expect(await people()).toEqual(before)
})

test('the access roles in a key’s file are ignored, and reported as ignored', async ({ world, site, ask, people }) => {
  const member = await world.makePerson(site, { name: 'Member' })
  const file = `id,name,email,role\r\n${member.id},Member,,admin\r\n,Mallory,m@host.test,admin\r\n`
  expect(await ask('POST', '/people/', fileForm(file))).toMatchObject({ status: 201, body: { ignored: ['role'] } })
  expect((await people()).slice(-2)).toMatchObject([
    { id: member.id, role: 'user' },
    { email: 'm@host.test', role: 'new', is_active: false },
  ])
})

test('an undo restores no access either', async ({ world, site, ask, people, adminHeaders }) => {
  const member = await world.makePerson(site, { name: 'Member' })
  const done = await ask('POST', '/people/bulk', { ids: [member.id], changes: { is_active: false } })
  expect(done.status).toBe(200)
  expect((await ask('POST', '/people/undo', { token: done.body.undo.token })).status).toBe(403)
  expect((await people()).find(({ id }) => id === member.id)).toMatchObject({ is_active: false })
  const { body } = await ask('POST', '/people/bulk', { ids: [member.id], changes: { role: 'admin' } }, adminHeaders)
  expect((await ask('POST', '/people/undo', { token: body.undo.token })).status).toBe(404)
})

test('the allowed uses of a key still work: names, phones, notes, a deactivated member, and an admin sent back as read', async ({
  world,
  site,
  ask,
  bea,
}) => {
  const member = await world.makePerson(site, { name: 'Member' })
  expect((await ask('PUT', '/people/', { id: member.id, name: 'Changed', phone: '+447700900123' })).status).toBe(200)
  expect((await ask('PUT', '/people/', { id: member.id, role: 'user', notes: 'x' })).status).toBe(200)
  const { body } = await ask('GET', `/people/${bea.id}/`)
  expect((await ask('PUT', '/people/', body.results.people[bea.id])).status).toBe(200)
  expect((await ask('PUT', '/people/', { id: member.id, is_active: false })).status).toBe(200)
  expect((await ask('DELETE', `/people/${member.id}/`)).status).toBe(204)
  expect((await ask('PUT', '/organisations/current', { prefix: 'HSC' })).status).toBe(200)
})

test('the other admins are notified of each new admin, by each way, and by whom', async ({
  world,
  site,
  ask,
  adminHeaders,
  notices,
  ada,
  bea,
}) => {
  const member = await world.makePerson(site, { name: 'Cleo' })
  expect((await ask('PUT', '/people/', { id: member.id, role: 'admin' }, adminHeaders)).status).toBe(200)
  const mails = await notices()
  expect(mails).toEqual(
    expect.arrayContaining([
      [ada.email, '{name} is now an admin'],
      [bea.email, '{name} is now an admin'],
    ]),
  )
  expect(mails.map(([email]) => email)).not.toContain(member.email)
  const { messaging, transports } = messagingFor(world)
  await messaging.drain()
  await messaging.stop()
  const mail = transports.email.sent.find(({ to, kind }) => to === bea.email && kind === 'account.admin_added')
  expect(mail?.subject).toBe('Cleo is now an admin')
  expect(mail?.text).toContain(`Cleo (${member.email}) was made an admin of ${site.name}`)
  expect(mail?.text).toContain('by Ada')
  expect(mail?.text).not.toMatch(/\{\w+\}/)
})

test.for<[string, (on: On) => Promise<unknown>, number]>([
  [
    'made as one',
    ({ ask, adminHeaders }) =>
      ask('POST', '/people/', { name: 'New', email: 'new@host.test', role: 'admin' }, adminHeaders),
    1,
  ],
  [
    'approved as one',
    async ({ world, site, ask, adminHeaders }) => {
      const { id } = await world.makePerson(site, { role: 'new', is_active: false })
      return ask('PUT', '/people/', { id, role: 'admin', is_active: true }, adminHeaders)
    },
    1,
  ],
  [
    'active again',
    async ({ world, site, ask, adminHeaders }) => {
      const { id } = await world.makePerson(site, { role: 'admin', is_active: false })
      return ask('PUT', '/people/', { id, is_active: true }, adminHeaders)
    },
    1,
  ],
  [
    'many at once: one mail',
    async ({ world, site, ask, adminHeaders }) => {
      const ids: number[] = []
      while (ids.length < 3) ids.push((await world.makePerson(site)).id)
      return ask('POST', '/people/bulk', { ids, changes: { role: 'admin' } }, adminHeaders)
    },
    1,
  ],
  [
    'by a file',
    ({ ask, adminHeaders }) =>
      ask('POST', '/people/', fileForm('name,email,role\r\nNew,new2@host.test,admin\r\n'), adminHeaders),
    1,
  ],
  [
    'brought back by an undo',
    async ({ world, site, ask, adminHeaders }) => {
      const { id } = await world.makePerson(site, { role: 'admin' })
      const done = await ask('POST', '/people/bulk', { ids: [id], remove: true }, adminHeaders)
      return ask('POST', '/people/undo', { token: done.body.undo.token }, adminHeaders)
    },
    1,
  ],
  [
    'by an import',
    async ({ world, site, ada }) => {
      const member = await world.makePerson(site)
      const options = importOptions.parse({ allow_admins: true, update_existing: true })
      const file = `name,email,role\nNew,new3@host.test,admin\nM,${member.email},admin\n`
      const given = checkedFor(site, input('people', file, { options }))
      const act = adminActor(ada)
      const { digest } = await world.act(site, act, (ctx) => previewImport(ctx, given))
      return world.act(site, act, (ctx) => applyImport(ctx, { ...given, digest, skip_errors: false }))
    },
    1,
  ],
  ['renamed', ({ ask, bea, adminHeaders }) => ask('PUT', '/people/', { id: bea.id, name: 'Beatrix' }, adminHeaders), 0],
] as const)('an admin %s', async ([_what, make, mails], { notices, bea, ask, adminHeaders, world, site, ada }) => {
  await make({ ask, adminHeaders, world, site, ada, bea })
  expect((await notices()).filter(([email]) => email === bea.email)).toHaveLength(mails)
})

test('a preview notifies no one, and the notice does not wait for an undo', async ({
  world,
  site,
  ask,
  adminHeaders,
  notices,
}) => {
  const { id } = await world.makePerson(site)
  const promotion = { ids: [id], changes: { role: 'admin' } }
  const preview = await ask('POST', '/people/bulk', { ...promotion, preview: true }, adminHeaders)
  expect(preview.body.notifies.people).toBeGreaterThanOrEqual(2)
  expect(await notices()).toEqual([])
  const { body } = await ask('POST', '/people/bulk', promotion, adminHeaders)
  const before = await notices()
  expect(before.length).toBeGreaterThanOrEqual(2)
  await ask('POST', '/people/undo', { token: body.undo.token }, adminHeaders)
  const { rows } = await world.superuser.query(
    "select state, due_at <= now() + interval '1 second' as now from core.deliveries where site_id = $1 and kind = 'account.admin_added'",
    [site.id],
  )
  expect(rows).toEqual(before.map(() => ({ state: 'queued', now: true })))
})

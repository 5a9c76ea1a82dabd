import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import type { DomainError } from '#server/engine/kernel/errors.ts'
import { applyImport, previewImport } from '#server/imports/commands.ts'
import { checkedFor, input } from '#tests/support/import-files.ts'
import { test as base } from '#tests/support/quotas.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'
import { adminActor, fingerprintOf } from '#tests/support/world.ts'

const KIM = { name: 'Kim', email: 'kim@example.org', role: 'user' }
const FULL = expect.stringMatching(/^This site can have 3 active people and has 3\./)

/** A file of people, of the given rows, that the admin previews and applies. */
const test = base.extend('peopleFile', ({ world, site, admin }) => (rows: string) => {
  const file = checkedFor(site, input('people', `Name,Email\n${rows}`))
  const asAdmin = <T>(work: (ctx: Ctx) => Promise<T>) => world.act(site, adminActor(admin), work)
  return {
    preview: () => asAdmin((ctx) => previewImport(ctx, file)),
    apply: (digest: string) => asAdmin((ctx) => applyImport(ctx, { ...file, digest, skip_errors: false })),
  }
})

test('people beyond the quota are not added, approved or enabled; a registration is kept', async ({
  world,
  site,
  headers,
  limit,
  uses,
  callApi,
}) => {
  const waiting = await world.makePerson(site, { role: 'new' })
  const away = await world.makePerson(site, { is_active: false })
  expect(await uses()).toMatchObject({ people: 2 })
  await limit({ quota_people: 2 })
  const words = expect.stringMatching(/^This site can have 2 active people and has 2\./)
  const before = await fingerprintOf(world, site)
  expect(await callApi('POST', '/people', headers, [KIM])).toMatchObject({
    ...{ status: 400, body: { non_field_errors: [words] } },
  })
  expect(await callApi('PUT', `/people/${waiting.id}`, headers, { is_active: true })).toMatchObject({
    ...{ status: 400, body: { is_active: [words] } },
  })
  expect(await callApi('PUT', `/people/${waiting.id}`, headers, { role: 'user', is_active: true })).toMatchObject({
    ...{ status: 400, body: { is_active: [words] } },
  })
  expect(await callApi('PUT', `/people/${away.id}`, headers, { is_active: true })).toMatchObject({
    ...{ status: 400, body: { is_active: [words] } },
  })
  expect(await fingerprintOf(world, site)).toEqual(before)
  expect((await callApi('PUT', `/people/${away.id}`, headers, { name: 'Renamed' })).status).toBe(200)
  const registered = await callApi(
    'POST',
    '/register',
    {},
    {
      ...{ name: 'Lee', email: 'lee@example.org', password: 'a long enough password' },
    },
  )
  expect(registered.status, JSON.stringify(registered.body)).toBeLessThan(300)
  await limit({ quota_people: 3 })
  expect((await callApi('PUT', `/people/${waiting.id}`, headers, { is_active: true })).status).toBe(200)
  expect(await uses()).toMatchObject({ people: 3 })
})

test('an import of more people than the quota allows says so in its preview and writes nothing', async ({
  world,
  site,
  limit,
  peopleFile,
  member: _,
}) => {
  await limit({ quota_people: 3 })
  const two = peopleFile('Ann,ann@example.org\nBen,ben@example.org\n')
  const before = await fingerprintOf(world, site)
  const preview = await two.preview()
  const words = expect.stringMatching(/^This site can have 3 active people and has 2\./)
  expect(preview.problems).toEqual([{ code: 'quota', message: words, line: null }])
  await expect(two.apply(preview.digest)).rejects.toMatchObject({
    ...{ code: 'invalid', extras: { issues: { file: [words] } } },
  })
  expect(await fingerprintOf(world, site)).toEqual(before)
  const single = peopleFile('Ann,ann@example.org\n')
  const { digest } = await single.preview()
  expect(await single.apply(digest)).toMatchObject({ counts: { create: 1 } })
})

test('people who are added at the same time do not pass the quota together', async ({
  world,
  site,
  headers,
  member: _,
  limit,
  uses,
  peopleFile,
  callApi,
}) => {
  await limit({ quota_people: 3 })
  const away = await world.makePerson(site, { is_active: false })
  const file = peopleFile('Ann,ann@example.org\n')
  const { digest } = await file.preview()
  const add = (name: string) => callApi('POST', '/people', headers, [{ ...KIM, email: `${name}@example.org` }])
  /** Does `work` while another transaction has added the last person whom the quota allows, and takes them away again. */
  const afterLast = async (work: () => Promise<unknown>) => {
    const refused = await whileOtherWrites(world, {
      write: async (other) => {
        await other.query("select pg_advisory_xact_lock(hashtext('people.admins'), $1::int)", [site.id])
        await other.query("insert into core.people (site_id, name, email) values ($1, 'Last', 'last@example.org')", [
          site.id,
        ])
      },
      work: () => work().catch((error: DomainError) => ({ status: 400, body: error.extras.issues })),
    })
    await world.superuser.query("delete from core.people where site_id = $1 and name = 'Last'", [site.id])
    return refused
  }
  const before = await fingerprintOf(world, site)
  expect(await afterLast(() => add('kim'))).toMatchObject({ status: 400, body: { non_field_errors: [FULL] } })
  expect(await afterLast(() => callApi('PUT', `/people/${away.id}`, headers, { is_active: true }))).toMatchObject({
    ...{ status: 400, body: { is_active: [FULL] } },
  })
  expect(await afterLast(() => file.apply(digest))).toMatchObject({ status: 400, body: { file: [FULL] } })
  expect(await fingerprintOf(world, site)).toEqual(before)
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(add))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
  expect(await uses()).toMatchObject({ people: 3 })
})

test('a file that adds people and makes others active does not pass the quota by both', async ({
  world,
  site,
  member: _,
  api,
  headers,
  limit,
  uses,
}) => {
  const away = await world.makePerson(site, { is_active: false })
  const load = async (preview: boolean) => {
    const body = new FormData()
    const rows = `id,name,email,is_active\n${away.id},${away.name},${away.email},true\n,Kim,kim@example.org,true\n`
    body.set('file', new File([rows], 'people.csv', { type: 'text/csv' }))
    const path = preview ? '/people?preview=true' : '/people'
    const { status, text } = await api.call(site, { method: 'POST', path, headers, body })
    return { status, body: JSON.parse(text) }
  }
  await limit({ quota_people: 3 })
  for (const preview of [true, false]) {
    const { status, body } = await load(preview)
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('This site can have 3 active people')])
  }
  expect(await uses()).toMatchObject({ people: 2 })
  await limit({ quota_people: 4 })
  expect((await load(false)).status).toBe(201)
  expect(await uses()).toMatchObject({ people: 4 })
})

test('an undo brings deleted people back beyond the quota, and no one is added until there is room', async ({
  world,
  site,
  member,
  headers,
  limit,
  uses,
  callApi,
}) => {
  const other = await world.makePerson(site)
  await limit({ quota_people: 3 })
  const change = async (changes: Record<string, unknown>) =>
    (await callApi('POST', '/people/bulk', headers, { ids: [member.id, other.id], ...changes })).body
  const { undo } = await change({ remove: true })
  for (const email of ['kim@example.org', 'lee@example.org'])
    expect((await callApi('POST', '/people', headers, [{ ...KIM, email }])).status).toBe(201)
  expect(await callApi('POST', '/people/undo', headers, { token: undo.token })).toMatchObject({
    ...{ status: 200, body: { count: 2 } },
  })
  expect(await uses()).toMatchObject({ people: 5 })
  const add = () => callApi('POST', '/people', headers, [{ ...KIM, email: 'max@example.org' }])
  expect((await add()).body).toEqual({ non_field_errors: [expect.stringContaining('and has 5.')] })
  // Inactive people are still in the list. An undo makes them active like any other change, so the quota holds.
  const made = await change({ changes: { is_active: false } })
  expect(await callApi('POST', '/people/undo', headers, { token: made.undo.token })).toMatchObject({
    ...{ status: 400, body: { is_active: [expect.stringContaining('and has 3.')] } },
  })
  expect(await uses()).toMatchObject({ people: 3 })
  await limit({ quota_people: 5 })
  expect((await callApi('POST', '/people/undo', headers, { token: made.undo.token })).status).toBe(200)
  expect(await uses()).toMatchObject({ people: 5 })
})

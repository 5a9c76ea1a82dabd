import { expect } from 'vitest'
import { MERGEABLE } from '#server/merging/rules.ts'
import { COLLECTIONS } from '#server/registry.ts'
import { test as base } from '#tests/support/fixture.ts'
import { fingerprintOf, type World } from '#tests/support/world.ts'

const AT = { start: new Date('2027-06-01T09:00:00Z'), end: new Date('2027-06-01T12:00:00Z') }

/** Every call writes these. */
const NOISY = ['sessions']

type Reference = { child: string; column: string; parent: string; many: boolean }

const test = base
  .extend('asAdmin', ({ api, site, admin }) => api.signIn(site, admin))
  .extend(
    'merge',
    ({ callApi, asAdmin }) =>
      (collection: string, id: number, into: number, headers = asAdmin) =>
        callApi('POST', '/setup/merge', headers, { collection, id, into }),
  )
  .extend('pair', ({ world, site }) => async (collection: string, more: Record<string, unknown> = {}) => {
    const { id: old } = await world.insert(site, collection, { name: 'Old pontoon', ...more })
    const { id: kept } = await world.insert(site, collection, { name: 'Pontoon', ...more })
    return { old, kept }
  })

/** Every column that refers to a list that can be merged, by the database's keys and the collections' lists of ids. */
async function referencesTo({ superuser }: World): Promise<Reference[]> {
  const { rows } = await superuser.query<Reference>(
    `select k.table_name as child, k.column_name as column, c.table_name as parent, false as many
    from information_schema.referential_constraints r
    join information_schema.key_column_usage k on k.constraint_schema = r.constraint_schema and k.constraint_name = r.constraint_name
    join information_schema.table_constraints c
      on c.constraint_schema = r.unique_constraint_schema and c.constraint_name = r.unique_constraint_name
    where k.table_schema = 'core' and k.column_name <> 'site_id' and c.table_name = any ($1::text[])`,
    [MERGEABLE],
  )
  const lists = COLLECTIONS.flatMap(({ contract: { name, fields } }) =>
    Object.entries(fields).flatMap(([column, { kind, to }]) =>
      kind === 'relations' && to && (MERGEABLE as readonly string[]).includes(to)
        ? [{ child: name, column, parent: to, many: true }]
        : [],
    ),
  )
  return [...rows, ...lists]
}

test('every reference of the schema to a merged record refers to the remaining one', async ({
  world,
  site,
  member,
  merge,
  pair,
}) => {
  const of: Record<string, { old: number; kept: number }> = {}
  for (const collection of MERGEABLE) of[collection] = await pair(collection)
  const old = (collection: string) => of[collection]?.old
  const { assignments, locations, roles } = {
    assignments: old('assignments'),
    locations: old('locations'),
    roles: old('roles'),
  }
  const duty = { assignment: assignments, location: locations, role: roles }
  const { id: event } = await world.insert(site, 'events', {
    name: 'Race',
    ...AT,
    eventtype: old('eventtypes'),
    location: locations,
  })
  await world.insert(site, 'shifts', { event, ...AT, ...duty })
  await world.insert(site, 'requests', { event, person: member.id, ...duty })
  await world.insert(site, 'equipment', { name: 'Hose', location: locations })
  await world.insert(site, 'training', { name: 'Course', competency: old('competencies') })
  const demanding = { name: 'Helm', required_competencies: [old('competencies'), of.competencies?.kept] }
  for (const list of ['roles', 'assignments']) await world.insert(site, list, demanding)
  await world.insert(site, 'records', {
    person: member.id,
    competency: old('competencies'),
    training: old('training'),
    achieved: '2026-01-01',
  })
  const moment = { looked_at: AT.start, created_at: AT.start }
  await world.insert(site, 'waiting', { event, person: member.id, assignment: assignments, ...moment })
  const { id: template } = await world.insert(site, 'roster_templates', { name: 'Usual' })
  await world.insert(site, 'roster_template_places', { template, ...duty, start_offset: 0, end_offset: 60 })

  const references = await referencesTo(world)
  const rowsWith = async ({ child, column, many }: Reference, id: number | undefined) => {
    const holds = many ? `$1 = any ("${column}")` : `"${column}" = $1`
    return (await world.superuser.query(`select from core."${child}" where ${holds}`, [id])).rowCount
  }
  // A new reference in the schema fails here until the test has a row with it.
  for (const reference of references)
    expect(await rowsWith(reference, old(reference.parent)), `${reference.child}.${reference.column}`).toBeGreaterThan(
      0,
    )
  for (const collection of MERGEABLE) {
    const { old: id = 0, kept = 0 } = of[collection] ?? {}
    const { status, body } = await merge(collection, id, kept)
    expect(status, JSON.stringify(body)).toBe(200)
  }
  for (const reference of references) {
    const of_ = of[reference.parent]
    expect(await rowsWith(reference, of_?.old), `${reference.child}.${reference.column}`).toBe(0)
    expect(await rowsWith(reference, of_?.kept), `${reference.child}.${reference.column}`).toBeGreaterThan(0)
  }
  const { rows } = await world.superuser.query(
    `select required_competencies::int[] as needs from core.roles where name = $1
     union all select required_competencies::int[] from core.assignments where name = $1`,
    ['Helm'],
  )
  expect(rows.map(({ needs }) => needs)).toEqual([[of.competencies?.kept], [of.competencies?.kept]])
})

test('saved views and unsent messages name the remaining record', async ({ world, site, merge, pair }) => {
  const role = await pair('roles')
  const competency = await pair('competencies')
  const view = async (collection: string, query: string) =>
    (await world.insert(site, 'savedviews', { name: `${collection} ${query}`, collection, query })).id
  const views = [
    await view('shifts', `role=${role.old},${role.kept}&view=all`),
    await view('timesheets', `role__ne=${role.old}`),
    await view('people', `role=user&search=${role.old}`),
  ]
  const message = async (status: string) =>
    (
      await world.insert(site, 'messages', {
        ...{ kind: 'email', subject: status, body: 'x', status },
        audience: { roles: [role.old], competency: { competencies: [competency.old], state: 'holds' } },
        ...(status === 'scheduled' && { scheduled_for: new Date('2030-01-01T00:00Z') }),
      })
    ).id
  const messages = [await message('draft'), await message('scheduled'), await message('sent')]
  expect((await merge('roles', role.old, role.kept)).body.moved).toMatchObject({ savedviews: 2, messages: 2 })
  expect((await merge('competencies', competency.old, competency.kept)).body.moved).toMatchObject({ messages: 2 })
  const queries = await world.superuser.query('select query from core.savedviews where id = any ($1) order by id', [
    views,
  ])
  expect(queries.rows.map(({ query }) => query)).toEqual([
    `role=${role.kept}&view=all`,
    `role__ne=${role.kept}`,
    `role=user&search=${role.old}`,
  ])
  const audiences = await world.superuser.query('select audience from core.messages where id = any ($1) order by id', [
    messages,
  ])
  const kept = { roles: [role.kept], competency: { competencies: [competency.kept], state: 'holds' } }
  const old = { roles: [role.old], competency: { competencies: [competency.old], state: 'holds' } }
  expect(audiences.rows.map(({ audience }) => audience)).toEqual([kept, kept, old])
})

test('a merge counts the moved references, removes the other record, and leaves one line in the audit log', async ({
  world,
  site,
  callApi,
  asAdmin,
  merge,
  pair,
}) => {
  const { old, kept } = await pair('locations')
  for (const name of ['A', 'B']) await world.insert(site, 'events', { name, ...AT, location: old })
  await world.insert(site, 'equipment', { name: 'Hose', location: old })
  const { body } = await merge('locations', old, kept)
  expect(body).toEqual({ into: kept, moved: { equipment: 1, events: 2 } })
  expect((await callApi('GET', `/locations/${old}`, asAdmin)).status).toBe(404)
  const { rows } = await world.superuser.query(
    "select subject_id::int, details from core.audit where site_id = $1 and action = 'locations.merge'",
    [site.id],
  )
  expect(rows).toEqual([
    { subject_id: kept, details: { from: old, name: 'Old pontoon', moved: { equipment: 1, events: 2 } } },
  ])
})

test('an editor that has read a shift before finds a newer version', async ({ world, site, merge, pair }) => {
  const { old, kept } = await pair('assignments')
  const { id: event } = await world.insert(site, 'events', { name: 'Race', ...AT })
  const { id } = await world.insert(site, 'shifts', { event, ...AT, assignment: old })
  const version = async () =>
    (await world.superuser.query('select updated_at::text as at from core.shifts where id = $1', [id])).rows[0].at
  const before = await version()
  await merge('assignments', old, kept)
  expect(await version()).not.toBe(before)
})

test('a merge across sites, with itself, by members, or of two records used together is refused', async ({
  world,
  api,
  site,
  member,
  merge,
  pair,
}) => {
  const other = await world.makeSite()
  const { id: foreign } = await world.insert(other, 'competencies', { name: 'Radio' })
  const { old, kept } = await pair('competencies')
  for (const competency of [old, kept])
    await world.insert(site, 'records', { person: member.id, competency, achieved: '2026-01-01' })
  const asMember = await api.signIn(site, member)
  const before = await fingerprintOf(world, site, NOISY)
  const elsewhere = await fingerprintOf(world, other)
  expect(await merge('competencies', old, foreign)).toMatchObject({ status: 400, body: { into: ['Not found.'] } })
  expect((await merge('competencies', foreign, kept)).status).toBe(404)
  expect(await merge('competencies', old, old)).toMatchObject({ status: 400, body: { into: ['Choose another one.'] } })
  expect((await merge('competencies', old, kept, asMember)).status).toBe(403)
  expect((await merge('profilefields', old, kept)).status).toBe(400)
  expect(await merge('competencies', old, kept)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('refers to both') },
  })
  expect(await fingerprintOf(world, site, NOISY)).toEqual(before)
  expect(await fingerprintOf(world, other)).toEqual(elsewhere)
})

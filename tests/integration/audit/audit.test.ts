import { expect } from 'vitest'
import { auditQuery, subjectLabel } from '#server/audit/contract.ts'
import { actionLabel } from '#server/audit/labels.ts'
import { listAudit } from '#server/audit/queries.ts'
import { audit } from '#server/engine/access/audit.ts'
import { listTrail } from '#server/people/page/queries.ts'
import { createProductCollections } from '#server/registry.ts'
import { requests } from '#server/requests/contract.ts'
import { test } from '#tests/support/fixture.ts'
import { adminActor, SYSTEM } from '#tests/support/world.ts'

test('is read newest first, by person and by event, page by page, and by its own site only', async ({ world }) => {
  const [site, other] = [await world.makeSite(), await world.makeSite()]
  const [ann, ben] = [await world.makePerson(site, { name: 'Ann' }), await world.makePerson(site, { name: 'Ben' })]
  await world.act(site, adminActor(ann), (ctx) =>
    audit(
      ctx,
      { action: 'people.approve', subject: 'people', subject_id: ben.id },
      { action: 'session.close', subject: 'people', subject_id: ann.id },
      { action: 'shifts.create', subject: 'shifts', subject_id: 1 },
    ),
  )
  await world.act(site, adminActor(ben, { impersonator: { id: ann.id, name: 'Ann' } }), (ctx) =>
    audit(ctx, { action: 'shifts.update', subject: 'shifts', subject_id: 1 }),
  )
  const read = (query: Record<string, unknown> = {}, of = site) =>
    world.withSite(of.id, (db) => listAudit({ db, actor: SYSTEM }, auditQuery.parse(query)))
  const actions = async (query?: Record<string, unknown>) => (await read(query)).lines.map(({ action }) => action)
  expect(await actions()).toEqual(['shifts.update', 'shifts.create', 'session.close', 'people.approve'])
  expect(await actions({ person: String(ben.id) })).toEqual(['shifts.update', 'people.approve'])
  expect(await actions({ person: ann.id })).toHaveLength(4)
  expect(await actions({ event: 'shifts', person: '' })).toEqual(['shifts.update', 'shifts.create'])
  const first = await read({ limit: 3 })
  expect(await actions({ before: first.next })).toEqual(['people.approve'])
  expect((await read()).next).toBeNull()
  expect((await read()).lines[0]).toMatchObject({
    person_name: 'Ben',
    impersonator_name: 'Ann',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect((await read({}, other)).lines).toEqual([])
})

test('the name of an area finds all its actions, and the first part of any other action its own', async ({ world }) => {
  const site = await world.makeSite()
  const written = [
    'shift.take',
    'shift.answer',
    'shifts.create',
    'requests.create',
    'request.assign',
    'waiting.join',
    'cover.start',
  ]
  await world.act(site, SYSTEM, (ctx) => audit(ctx, ...written.map((action) => ({ action }))))
  const found = async (event: string) => {
    const { lines } = await world.withSite(site.id, (db) =>
      listAudit({ db, actor: SYSTEM }, auditQuery.parse({ event })),
    )
    return lines.map(({ action }) => action).reverse()
  }
  expect(await found('shifts')).toEqual(['shift.take', 'shift.answer', 'shifts.create'])
  expect(await found('request')).toEqual(['requests.create', 'request.assign'])
  expect(await found('waiting')).toEqual(['waiting.join'])
  expect(await found('shift')).toEqual(['shift.take', 'shift.answer'])
  expect(await found('requests')).toEqual(['requests.create'])
  expect(await found('nothing')).toEqual([])
})

test('a person’s trail names changed fields, never their credentials', async ({ world }) => {
  const site = await world.makeSite()
  const ann = await world.makePerson(site, { name: 'Ann' })
  const on = { subject: 'people', subject_id: ann.id }
  await world.act(site, SYSTEM, (ctx) =>
    audit(
      ctx,
      { action: 'session.open', ...on, details: { proof: 'password' } },
      { action: 'people.update', ...on, details: { name: true } },
      {
        action: 'settings.change',
        ...on,
        details: { switches: { email_reminders: false }, settings: { theme: 'Dark' } },
      },
    ),
  )
  const trail = await world.withSite(site.id, (db) => listTrail(db, ann.id))
  expect(trail.map(({ action, fields }) => [action, fields.map(({ name }) => name)]).reverse()).toEqual([
    ['session.open', []],
    ['people.update', ['name']],
    ['settings.change', ['email_reminders', 'theme']],
  ])
})

test('names the subject of a line, even if it has no name', async ({ world }) => {
  const site = await world.makeSite()
  const ann = await world.makePerson(site, { name: 'Ann' })
  const hours = { start: '2026-12-05T10:00:00Z', end: '2026-12-05T12:00:00Z' }
  const event = await world.insert(site, 'events', { name: 'Regatta', ...hours })
  const shift = await world.insert(site, 'shifts', { event: event.id, ...hours })
  await world.act(site, adminActor(ann), (ctx) =>
    audit(
      ctx,
      { action: 'site.change', subject: 'sites', subject_id: site.id },
      { action: 'roles.remove', subject: 'roles', subject_id: 4711 },
      { action: 'shifts.update', subject: 'shifts', subject_id: shift.id },
      { action: 'events.update', subject: 'events', subject_id: event.id },
    ),
  )
  const { lines } = await world.withSite(site.id, (db) => listAudit({ db, actor: SYSTEM }, auditQuery.parse({})))
  expect(lines.map(subjectLabel)).toEqual(['event Regatta', 'shift at Regatta', 'role 4711', 'this site'])
})

test('no role that serves a site can change a line, and only the worker remove one', async ({ world }) => {
  const site = await world.makeSite()
  const actor = adminActor(await world.makePerson(site))
  for (const statement of ["update audit set action = 'x'", 'delete from audit', 'truncate audit']) {
    for (const role of ['app', 'worker', 'auth'] as const) {
      if (role === 'worker' && statement.startsWith('delete')) continue
      const client = await world.pool(role).connect()
      await client.query(`begin; select set_config('app.site_id', '${site.id}', true)`)
      await expect(client.query(statement)).rejects.toThrow('permission denied')
      client.release(true)
    }
  }
  expect(actor).toBeDefined()
})

test('an action without a label is shown by its parts', () => {
  expect(actionLabel('session.open')).toBe('Signed in')
  expect(actionLabel('locations.remove')).toBe('Deleted a location')
  expect(actionLabel('apikeys.create')).toBe('Created an API key')
  expect(actionLabel('locations.restore')).toBe('Restored a location')
  expect(actionLabel('people.export')).toBe('Exported people')
  expect(actionLabel('series.update')).toBe('Changed series')
  expect(actionLabel('shifts.import')).toBe('Imported shifts')
})

test('opening a request adds no entry, changing one does; older entries of opening are left out', async ({ world }) => {
  const site = await world.makeSite()
  const ann = await world.makePerson(site, { role: 'admin' })
  const hours = { start: '2027-12-05T10:00:00Z', end: '2027-12-05T12:00:00Z' }
  const event = await world.insert(site, 'events', { name: 'Regatta', ...hours })
  const request = await world.insert(site, 'requests', { event: event.id, person: ann.id })
  const engine = createProductCollections()
  await world.act(site, adminActor(ann), async (ctx) => {
    await engine.records(requests).update(ctx, [{ id: request.id, new: false }])
    await engine.records(requests).update(ctx, [{ id: request.id, comments: 'Late' }])
    await audit(ctx, {
      action: 'requests.update',
      subject: 'requests',
      subject_id: request.id,
      details: { new: [true, false] },
    })
  })
  const { lines } = await world.withSite(site.id, (db) => listAudit({ db, actor: SYSTEM }, auditQuery.parse({})))
  expect(lines.map(({ action, details }) => [action, details])).toEqual([['requests.update', { comments: true }]])
  const stored = await world.withSite(site.id, (db) => db.selectFrom('requests').select('new').executeTakeFirst())
  expect(stored?.new).toBe(false)
})

import { expect, test } from 'vitest'
import { createCollections } from '#server/collections/engine.ts'
import { openApiDocument } from '#server/collections/openapi.ts'
import { adminActor, createWorld, memberActor } from '#tests/support/world.ts'
test('smoke', async () => {
  const w = await createWorld()
  const engine = createCollections()
  const site = await w.makeSite()
  const p = await w.makePerson(site, { role: 'admin' })
  const m = await w.makePerson(site)
  const admin = adminActor(p)
  const act = (f: any, a = admin) => w.act(site, a, f)
  const show = (x: any) => console.log(typeof x === 'string' ? JSON.stringify(JSON.parse(x)) : x)
  show(await act((c: any) => engine.create(c, 'locations', [{ name: 'Pontoon "A"\\ é' }, { name: 'B', address: 'x\ny' }])))
  const s = JSON.parse(await act((c: any) => engine.create(c, 'series', { name: 'S' })))
  const e = JSON.parse(await act((c: any) => engine.create(c, 'events', { name: 'E', series: s.order[0], start: '2027-03-01T10:00:00+01:00', end: '2027-03-01T12:00Z' })))
  show(JSON.stringify(e))
  show(await act((c: any) => engine.create(c, 'shifts', [{ event: e.order[0], person: m.id, draft: '2026-01-01T00:00:00Z' }, { event: e.order[0] }])))
  show(await act((c: any) => engine.list(c, 'shifts', { expand: 'event,person,role,location,published_by', sort: '-person/name', search: 'e' })))
  show(await act((c: any) => engine.list(c, 'shifts', { expand: 'event,person', 'person/name': 'per', start: '2027-03-01' }), memberActor(m)))
  show(await act((c: any) => engine.list(c, 'people', {}), memberActor(m)))
  show(await act((c: any) => engine.list(c, 'people', { limit: '1', self: 'true' })))
  show(await act((c: any) => engine.create(c, 'people', [{ name: 'N', email: 'A@b.C' }])))
  show(await act((c: any) => engine.update(c, 'people', [{ id: m.id, phone: '+447700900123', role: 'new' }])))
  show(await act((c: any) => engine.list(c, 'series', {})))
  show(await act((c: any) => engine.list(c, 'events', { start: '2027-03-01', end: '2027-03-01', unpublished: 'true', future: '1', empty__gt: '0' })))
  show(await act((c: any) => engine.options(c, 'locations', { search: 'é', selected: [2] })))
  const env = { ...(await act(async (c: any) => c)), withDb: (access: any, work: any) => w.withSite(site.id, work, { access }) }
  let text = ''
  for await (const piece of await engine.exportCsv(env, 'people', {})) text += piece
  console.log(text)
  console.log(JSON.stringify(openApiDocument(engine, { title: 'x', version: '1' })).length)
  console.log((await w.superuser.query('select * from audit')).rows)
  await expect(act((c: any) => engine.list(c, 'shifts', { foo: '1' }))).rejects.toThrow()
  await w.close()
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import type { Actor } from '#server/engine/access/actor.ts'
import { createProductCollections } from '#server/registry.ts'
import { makeRecords, systemCaller } from '#tests/support/collections/samples.ts'
import { test as base } from '#tests/support/fixture.ts'
import { fingerprintOf, memberActor, recentAdmin } from '#tests/support/world.ts'

const NEVER = 9_007_199_254_740_990
const CANARY = 'CANARY_B'

type Loader = (args: unknown) => Promise<unknown>
type Screen = { loader?: Loader; action?: Loader }

const engine = createProductCollections()
const files = import.meta.glob<Screen>([
  '../../app/**/routes/*.ts',
  '../../app/**/routes/*.tsx',
  '!../../app/**/routes/api.*',
])

const test = base
  .extend('scene', { scope: 'file' }, async ({ world }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-screens-'))
    const [a, b] = [await world.makeSite(), await world.makeSite()]
    for (const { contract } of engine.declarations)
      await makeRecords(engine, systemCaller(world, engine, a), contract.name, 2)
    for (const { contract } of engine.declarations)
      await world.superuser.query(`alter table core."${contract.name}" alter column id restart with 50000000`)
    for (const { contract } of engine.declarations) {
      await makeRecords(engine, systemCaller(world, engine, b), contract.name, 3)
      for (const [name, field] of Object.entries(contract.fields))
        if ((field.kind === 'line' || field.kind === 'text') && !field.readOnly)
          await world.superuser
            .query(`update core."${contract.name}" set "${name}" = '${CANARY}_' || id where site_id = $1`, [b.id])
            .catch(() => {})
    }
    const foreign = [50_000_000, 50_000_001, 50_000_002]
    return { folder, a, b, foreign }
  })
  .extend('folder', { scope: 'file' }, ({ scene }) => scene.folder)
  .extend('a', { scope: 'file' }, ({ scene }) => scene.a)
  .extend('b', { scope: 'file' }, ({ scene }) => scene.b)
  .extend('foreign', { scope: 'file' }, ({ scene }) => scene.foreign)

test.afterAll(({ folder }) => {
  rmSync(folder, { recursive: true, force: true })
})

async function outcome(call: Loader, args: unknown): Promise<{ status: number; text: string }> {
  try {
    const got = await call(args)
    if (got instanceof Response) return { status: got.status, text: await got.text() }
    return { status: 200, text: JSON.stringify(got) ?? '' }
  } catch (thrown) {
    if (thrown instanceof Response) return { status: thrown.status, text: await thrown.text() }
    throw thrown
  }
}

test('no screen or form of one site finds, shows or changes another site’s records', async ({
  world,
  b,
  a,
  api,
  foreign,
}) => {
  const before = await fingerprintOf(world, b)
  const boss = await recentAdmin(world, a, await world.makePerson(a, { role: 'admin' }))
  const actors: Actor[] = [{ kind: 'nobody' }, memberActor(await world.makePerson(a)), boss]
  const tried = { loader: 0, action: 0 }
  for (const [file, load] of Object.entries(files)) {
    const screen = await load()
    const address = file.replace(/^.*\/routes\//, '').replace(/\.tsx?$/, '')
    if (/^(\d{3}$|logout|stop-acting|login|act-as|report)/.test(address)) continue
    for (const verb of ['loader', 'action'] as const) {
      const call = screen[verb]
      if (!call) continue
      for (const actor of actors) {
        const send = (id: number) => {
          const url = `http://${a.slug}.localhost/${address.replaceAll('.', '/')}`
          const words = [
            'id',
            'event',
            'person',
            'shift',
            'series',
            'request',
            'open',
            'onto',
            'role',
            'location',
            'ids',
          ]
          const query = verb === 'loader' ? `?${words.map((word) => `${word}=${id}`).join('&')}` : ''
          const form = new URLSearchParams(words.map((word) => [word, String(id)]))
          const request = new Request(`${url}${query}`, {
            method: verb === 'loader' ? 'GET' : 'POST',
            headers: { origin: `http://${a.slug}.localhost`, host: `${a.slug}.localhost` },
            ...(verb === 'action' && { body: form }),
          })
          const params = {
            pk: String(id),
            id: String(id),
            date: '2027-01-02',
            collection: 'people',
            token: 'x',
            uid: 'x',
          }
          const context = { app: api.context, site: a, actor, nonce: '', requestId: 'test' }
          return outcome(call, { request, params, context })
        }
        const nothing = await send(NEVER)
        for (const id of foreign) {
          const got = await send(id)
          const what = `${'person' in actor ? actor.person.access_role : actor.kind} ${verb} ${address} ${id} → ${got.status} ${got.text.slice(0, 300)}`
          expect(got.text.includes(CANARY), what).toBe(false)
          expect(got.status, what).toBeLessThan(500)
          expect(got.status, what).toBe(nothing.status)
          tried[verb] += 1
        }
      }
    }
  }
  expect(tried.loader).toBeGreaterThan(300)
  expect(tried.action).toBeGreaterThan(50)
  expect(await fingerprintOf(world, b)).toEqual(before)
}, 600_000)

import { describe, expect } from 'vitest'
import { COLLECTIONS, createProductCollections } from '#server/registry.ts'
import { callerOf, HOSTILE, makeRecords, outcome, sampleObject } from '#tests/support/collections/samples.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { memberActor, recentAdmin } from '#tests/support/world.ts'

/** Each field gets every value with PROOF=1; by default every eighth, with another start for each field. */
const NTH = process.env.PROOF ? 1 : 8
/** The same for the bodies, ids and queries of each collection. */
const NTH_BODY = process.env.PROOF ? 1 : 3
const engine = createProductCollections()

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('admin', { scope: 'file' }, async ({ world, site }) =>
    callerOf(world, engine, site, await recentAdmin(world, site, await world.makePerson(site, { role: 'admin' }))),
  )
  .extend('member', { scope: 'file' }, async ({ world, site }) =>
    callerOf(world, engine, site, memberActor(await world.makePerson(site))),
  )

describe.each(COLLECTIONS.map((declaration, at) => [declaration.contract.name, declaration, at] as const))(
  '%s',
  (name, declaration, collection) => {
    const fields = Object.entries(declaration.contract.fields)

    test('hostile bodies, ids and queries are refused or stored, never a defect', async ({ admin, member }) => {
      const good = await sampleObject(engine, admin, declaration)
      const target = (await makeRecords(engine, admin, name, 1))[0]!
      let cases = 0
      const survives = async (call: Promise<unknown>) => {
        cases += 1
        const { status } = await outcome(call)
        return expect([200, 400, 403, 404, 413]).toContain(status)
      }
      for (const [at, [key]] of ([...fields, ['bogus'], ['__proto__'], ['site_id']] as [string][]).entries())
        for (const value of HOSTILE.filter((_, nth) => nth % NTH === at % NTH)) {
          const spoilt = Object.defineProperty({ ...good }, key, { value, enumerable: true, configurable: true })
          await survives(admin('POST', name, { body: key === 'id' ? { id: value } : spoilt }))
          const change = Object.defineProperty(key === 'id' ? {} : { id: target.id }, key, {
            value,
            enumerable: true,
            configurable: true,
          })
          await survives(admin('PUT', name, { body: [change] }))
          await survives(member('PUT', name, { body: change }))
          if (typeof value === 'object') continue
          const parameter = [key, `${key}__gte`, `${key}/name`][cases % 3]!
          await survives(admin('GET', name, { query: new URLSearchParams([[parameter, String(value)]]) }))
        }
      for (const value of HOSTILE.filter((_, nth) => nth % NTH_BODY === collection % NTH_BODY)) {
        await survives(admin('POST', name, { body: value }))
        await survives(admin('PUT', name, { body: [value] }))
        for (const method of ['GET', 'DELETE', 'PUT', 'PATCH'])
          await survives(admin(method, name, { segments: [String(value)] }))
        for (const key of ['search', 'expand', 'limit', 'offset', 'sort', 'visibleOnly', String(value).slice(0, 2000)])
          await survives(admin('GET', name, { query: { [key]: String(value) } }))
      }
      expect(cases).toBeGreaterThan((4 * fields.length * HOSTILE.length) / NTH / 2)
    }, 120_000)
  },
)

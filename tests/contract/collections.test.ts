import { describe, expect } from 'vitest'
import type { Row } from '#server/engine/collections/define.ts'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import { allowedFields } from '#server/engine/collections/reading.ts'
import { collectionTest, DECLARATIONS, engine, NEVER } from '#tests/support/collections/every-collection.ts'
import {
  type Caller,
  callerOf,
  makeRecords,
  outcome,
  sampleObject,
  shapeOf,
  systemCaller,
} from '#tests/support/collections/samples.ts'

describe.each(DECLARATIONS.map((declaration) => [declaration.contract.name, declaration] as const))(
  '%s',
  (name, declaration) => {
    const { contract } = declaration
    const fields = Object.entries(contract.fields)
    const test = collectionTest(name)

    test('answers match the schema, in list shape, and expand includes each relation', async ({ admin, own, list }) => {
      const relations = fields.filter(([, field]) => field.to && engine.has(field.to)).map(([key]) => key)
      const { count, order, results } = await list({
        limit: '-1',
        ...(relations.length && { expand: relations.join(',') }),
      })
      expect(count).toBe(order.length)
      expect(new Set(order)).toEqual(new Set(Object.keys(results[name] ?? {}).map(Number)))
      for (const record of Object.values(results[name] ?? {})) {
        expect(contract.record.strict().parse(record)).toEqual(record)
        for (const key of relations) {
          const to = contract.fields[key]?.to ?? ''
          for (const id of [record[key] ?? []].flat()) expect(results[to]?.[String(id)], `${key} ${id}`).toBeDefined()
        }
      }
      for (const [other, records] of Object.entries(results)) {
        const target = engine.declarations.find((d) => d.contract.name === other)
        for (const record of Object.values(records))
          expect(target?.contract.record.strict().parse(record)).toEqual(record)
      }
      const one = own[0]!
      const single = shapeOf(await admin('GET', name, { segments: [String(one.id)] }))
      expect(single).toEqual({ count: 1, order: [one.id], results: { [name]: { [one.id]: results[name]?.[one.id] } } })
    })

    test('a member sees the declared rows and fields, and may filter and sort by no others', async ({
      member,
      list,
    }) => {
      const read = declaration.user.read
      if (!read) return expect((await outcome(member('GET', name))).status).toBe(403)
      const plain = allowedFields(declaration, read.fields)
      const most = new Set([...plain, ...allowedFields(declaration, read.own?.fields ?? [])])
      const { results } = await list({ limit: '-1' }, member)
      for (const record of Object.values(results[name] ?? {})) {
        expect(Object.keys(record).filter((key) => !most.has(key))).toEqual([])
        contract.record.partial().strict().parse(record)
      }
      for (const [key] of fields.filter(([key]) => !most.has(key))) {
        expect((await outcome(member('GET', name, { query: { [key]: '1' } }))).body).toHaveProperty(key)
        expect((await outcome(member('GET', name, { query: { sort: key } }))).body).toHaveProperty('sort')
      }
    })

    test('each standing may use exactly the declared verbs', async ({
      world,
      a,
      actors,
      admin,
      member,
      fingerprint,
      own,
    }) => {
      const body = await sampleObject(engine, admin, declaration)
      const id = own[0]!.id
      const verbs = (call: Caller): Record<string, () => Promise<unknown>> => ({
        list: () => call('GET', name),
        get: () => call('GET', name, { segments: [String(id)] }),
        create: () => call('POST', name, { body: [] }),
        update: () => call('PUT', name, { body: [] }),
        remove: () => call('DELETE', name, { segments: [String(NEVER)] }),
        export: () => call('GET', name, { segments: ['export.csv'] }),
      })
      const asAdmin = (verb: string) => {
        const { create, update, remove } = declaration.admin
        const may = { create, update, remove }[verb] !== null && !(verb === 'remove' && !remove)
        return [may ? (verb === 'remove' ? 404 : 200) : 403]
      }
      const expected: Record<string, (verb: string) => number[]> = {
        nobody: () => [401],
        kiosk: () => [403],
        reader: (verb) => (['list', 'get', 'export'].includes(verb) ? [200] : [403]),
        writer: (verb) =>
          declaration.reveals.length && ['create', 'update', 'remove'].includes(verb) ? [403] : asAdmin(verb),
        admin: (verb) => asAdmin(verb),
        member: (verb) => {
          const { read, create, update, remove } = declaration.user
          const owns = read?.own ?? (contract.fields.person ? read?.rows : undefined)
          const may = { list: read, get: read, create, update, remove, export: owns }[verb]
          return may ? [200, 404] : [403]
        },
      }
      for (const [standing, actor] of Object.entries(actors))
        for (const [verb, call] of Object.entries(verbs(callerOf(world, engine, a, actor)))) {
          const { status } = await outcome(call())
          expect(expected[standing]?.(verb), `${standing} ${verb} → ${status}`).toContain(status)
        }
      if (!declaration.user.create) {
        const before = await fingerprint(a, name)
        expect((await outcome(member('POST', name, { body }))).status).toBe(403)
        expect(await fingerprint(a, name)).toEqual(before)
      }
    })

    test('another site’s records look nonexistent, on every verb, as filter and as relation', async ({
      world,
      a,
      b,
      admin,
      fingerprint,
      own,
      foreign,
      list,
    }) => {
      const theirs = foreign[0]!
      const before = [await fingerprint(b, name), await fingerprint(a, name)]
      const same = async (work: (id: number) => Promise<unknown>) => {
        const [foreigner, nothing] = [await outcome(work(theirs.id)), await outcome(work(NEVER))]
        expect(foreigner).toEqual(nothing)
        return foreigner.status
      }
      expect(await same((id) => admin('GET', name, { segments: [String(id)] }))).toBe(404)
      expect(await same((id) => admin('DELETE', name, { segments: [String(id)] }))).toBe(
        declaration.admin.remove ? 404 : 403,
      )
      const patch = await sampleObject(engine, systemCaller(world, engine, b), declaration)
      const unknown = declaration.admin.update ? 404 : 403
      expect(await same((id) => admin('PUT', name, { body: [{ ...patch, id }] }))).toBe(unknown)
      for (const at of [0, 1, 2]) {
        const mixed = own.slice(0, 3).map(({ id }, i) => ({ id: i === at ? theirs.id : id }))
        expect((await outcome(admin('PUT', name, { body: mixed }))).status).toBe(unknown)
      }
      expect((await list({ id: String(theirs.id) })).count).toBe(0)
      expect((await list({ limit: '-1' })).order).not.toContain(theirs.id)
      for (const [key, field] of fields) {
        if (!field.to || !engine.has(field.to)) continue
        const [target] = await makeRecords(engine, systemCaller(world, engine, b), field.to, 1)
        expect((await list({ [key]: String(target!.id) })).count, `${key} as filter`).toBe(0)
        if (field.readOnly) continue
        const value = (id: number) => (field.kind === 'relations' ? [id] : id)
        const create = async (id: number) =>
          admin('POST', name, { body: { ...(await sampleObject(engine, admin, declaration)), [key]: value(id) } })
        const [foreigner, nothing] = [await outcome(create(target!.id)), await outcome(create(NEVER))]
        expect(foreigner).toMatchObject({ status: 400, body: { [key]: ['Not found.'] } })
        expect(foreigner).toEqual(nothing)
        const update = (id: number) => admin('PUT', name, { body: { id: own[0]!.id, [key]: value(id) } })
        expect(await outcome(update(target!.id))).toMatchObject({ status: 400, body: { [key]: ['Not found.'] } })
      }
      const after = [await fingerprint(b, name), await fingerprint(a, name)]
      expect(after[1]).toEqual(before[1])
    })

    test('every sort is stable: pages join to the whole, nulls last, and past the end is empty', async ({ list }) => {
      const sortable = fields
        .filter(([, field]) => !['json', 'words', 'relations'].includes(field.kind))
        .map(([key]) => key)
      for (const key of sortable.flatMap((field) => [field, `-${field}`])) {
        const whole = await list({ sort: key, limit: '-1' })
        const pages: number[] = []
        for (let offset = 0; offset < whole.count; offset += 3)
          pages.push(...(await list({ sort: key, limit: '3', offset: String(offset) })).order)
        expect(pages, key).toEqual(whole.order)
        const values = whole.order.map((id) => whole.results[name]?.[id]?.[key.replace('-', '')])
        const firstNull = values.indexOf(null)
        if (firstNull >= 0)
          expect(
            values.slice(firstNull).every((value) => value === null),
            key,
          ).toBe(true)
      }
      const whole = await list({ limit: '-1' })
      expect((await list({ limit: '-1' })).order).toEqual(whole.order)
      const past = await list({ offset: String(whole.count + 5), limit: '10' })
      expect(past).toMatchObject({ count: whole.count, order: [], results: { [name]: {} } })
      expect(await list({ limit: '0' })).toMatchObject({ count: whole.count, order: [] })
      expect((await list({ limit: String(whole.count) })).count).toBe(whole.count)
    })

    test('each field filters to the records that have the value, and joins with search', async ({ own, list }) => {
      const record = own[2]!
      for (const [key, field] of fields) {
        const value = record[key]
        if (field.kind === 'json' || value === null || (Array.isArray(value) && !value.length)) continue
        const raw = Array.isArray(value) ? String(value[0]) : String(value)
        if (raw === '') continue
        expect((await list({ [key]: raw, limit: '-1' })).order, `${key}=${raw}`).toContain(record.id)
        if (['integer', 'number', 'id', 'instant'].includes(field.kind)) {
          expect((await list({ [`${key}__gte`]: raw, limit: '-1' })).order, `${key}__gte`).toContain(record.id)
          expect((await list({ [`${key}__lt`]: raw, limit: '-1' })).order, `${key}__lt`).not.toContain(record.id)
          expect((await list({ [`${key}__ne`]: raw, limit: '-1' })).order, `${key}__ne`).not.toContain(record.id)
        }
      }
      for (const path of contract.search.filter((key) => !key.includes('/'))) {
        const text = String(record[path] ?? '').trim()
        if (!text) continue
        const upper = text.toUpperCase()
        expect((await list({ search: upper, id: String(record.id) })).order, `search ${path}`).toEqual([record.id])
        expect(
          (await list({ search: upper, id: String(own[0]!.id === record.id ? NEVER : own[1]!.id) })).order.length,
        ).toBe(
          String(own[1]![path] ?? '')
            .toUpperCase()
            .includes(upper)
            ? 1
            : 0,
        )
      }
      expect((await list({ search: 'no record has this' })).count).toBe(0)
      expect((await list({ search: '%', id: String(NEVER) })).count).toBe(0)
    })

    test('0 and false are values, empty ones are ignored, unknown ones are refused by name', async ({
      admin,
      list,
    }) => {
      const whole = await list({ limit: '-1' })
      const all = Object.values(whole.results[name] ?? {})
      for (const [key, field] of fields) {
        if (field.kind === 'boolean')
          expect((await list({ [key]: 'false' })).count, key).toBe(all.filter((r) => r[key] === false).length)
        if (field.kind === 'integer')
          expect((await list({ [key]: '0' })).count, key).toBe(all.filter((r) => r[key] === 0).length)
        if (field.kind !== 'json') expect((await list({ [key]: '' })).count, key).toBe(whole.count)
      }
      for (const key of ['bogus', '__proto__x', 'sort', 'expand', 'limit', 'bogus/name', 'id__bogus', 'id/name'])
        expect(await outcome(admin('GET', name, { query: { [key]: 'bogus' } }))).toMatchObject({
          status: 400,
          body: { [key]: [expect.any(String)] },
        })
      const twice = new URLSearchParams('limit=1&limit=2')
      expect(await outcome(admin('GET', name, { query: twice }))).toMatchObject({
        status: 400,
        body: { limit: ['Given more than once.'] },
      })
    })

    test('the description names its paths and every field', () => {
      const document = openApiDocument(engine, { title: 'Watchbill', version: '1' }) as {
        paths: Record<string, unknown>
        components: { schemas: Record<string, { properties: Row }> }
      }
      expect(Object.keys(document.paths)).toEqual(
        expect.arrayContaining([`/${name}/`, `/${name}/{id}/`, `/${name}/export.csv`]),
      )
      expect(Object.keys(document.components.schemas[name]!.properties)).toEqual(fields.map(([key]) => key))
    })

    test('columns of the table and fields of the contract agree', async ({ world }) => {
      const { rows } = await world.superuser.query(
        "select column_name from information_schema.columns where table_schema = 'core' and table_name = any ($1)",
        [[name, declaration.facts?.view]],
      )
      const columns = new Set(rows.map(({ column_name }: { column_name: string }) => column_name))
      for (const [key] of fields) if (!declaration.computed[key]) expect(columns, key).toContain(key)
      for (const key of declaration.privateColumns) expect(columns, key).toContain(key)
    })
  },
)

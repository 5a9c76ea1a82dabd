import { parse } from 'csv-parse/sync'
import { Temporal } from 'temporal-polyfill'
import { describe, expect } from 'vitest'
import { importable } from '#server/engine/collections/csv-import.ts'
import { decode } from '#server/imports/decode.ts'
import { collectionTest, DECLARATIONS, engine } from '#tests/support/collections/every-collection.ts'
import { outcome, sampleObject, shapeOf } from '#tests/support/collections/samples.ts'

describe.each(DECLARATIONS.map((declaration) => [declaration.contract.name, declaration] as const))(
  '%s',
  (name, declaration) => {
    const { contract } = declaration
    const fields = Object.entries(contract.fields)
    const test = collectionTest(name)

    test('the CSV export holds all matches, reads back to the same values, and runs nothing', async ({
      admin,
      list,
    }) => {
      const { body, headers } = await admin('GET', name, { segments: ['export.csv'], query: { limit: '2' } })
      expect(headers['Content-Disposition']).toContain(`${name}-export.csv`)
      let text = ''
      for await (const piece of body as AsyncIterable<string>) text += piece
      expect(text.charCodeAt(0)).toBe(0xfeff)
      const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
      const named = fields.flatMap(([key, { kind, to }]) => {
        const label = kind === 'relation' && engine.declarations.find((d) => d.contract.name === to)?.contract.label
        return label ? [`${key}/${label}`] : []
      })
      expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining(named))
      const whole = await list({ limit: '-1' })
      expect(rows.map((row) => Number(row.id))).toEqual(whole.order)
      for (const row of rows) {
        const record = whole.results[name]?.[row.id ?? '']
        for (const [key, cell] of Object.entries(row)) {
          const value = record?.[key]
          if (value === undefined) continue
          if (contract.fields[key]?.kind === 'instant') {
            const spelt = cell.endsWith('Z') || cell === '' ? cell : `${cell.replace(' ', 'T')}[${row.timezone}]`
            const instant = spelt.includes('[')
              ? Temporal.ZonedDateTime.from(spelt).toInstant()
              : spelt && Temporal.Instant.from(spelt)
            expect(instant ? instant.epochMilliseconds : null).toBe(value === null ? null : Date.parse(String(value)))
            continue
          }
          const plain = Array.isArray(value)
            ? value.join(contract.fields[key]?.kind === 'words' ? ', ' : ',')
            : String(value ?? '')
          expect([plain, `'${plain}`]).toContain(cell)
          if (/^[=+\-@]/.test(cell)) expect(cell, 'would run').toMatch(/^[+-]?\d+([.,]\d+)?$/)
        }
      }
    })

    test.skipIf(!importable(declaration))(
      'importing an unchanged export changes nothing; a foreign id is an error',
      async ({ a, admin, member, fingerprint, own, foreign }) => {
        let text = ''
        const { body } = await admin('GET', name, { segments: ['export.csv'] })
        for await (const piece of body as AsyncIterable<string>) text += piece
        const send = async (csv: string, preview: boolean) =>
          JSON.parse(
            String(
              (await admin('POST', name, { file: decode(Buffer.from(csv)), query: { preview: String(preview) } })).body,
            ),
          )
        const before = await fingerprint(a, name)
        for (const preview of [true, false]) {
          const answer = await send(text, preview)
          expect(answer, JSON.stringify(answer.items[0])).toMatchObject({ created: 0, changed: 0, errors: 0 })
          expect(answer.unchanged).toBe(answer.rows)
          expect(await fingerprint(a, name)).toEqual(before)
        }
        const foreigner = text.replace(`\n${own[0]!.id},`, `\n${foreign[0]!.id},`)
        expect(foreigner).not.toBe(text)
        const told = await send(foreigner, true)
        expect(told).toMatchObject({ errors: 1 })
        expect(told.items[0]).toMatchObject({ action: 'error', messages: { id: ['Not found.'] } })
        expect(await outcome(send(foreigner, false))).toMatchObject({
          status: 400,
          body: { file: ['One row has errors.'] },
        })
        expect((await outcome(member('POST', name, { file: decode(Buffer.from(text)) }))).status).toBe(403)
        expect(await fingerprint(a, name)).toEqual(before)
      },
    )

    test.skipIf(!declaration.admin.create)(
      'a list is stored as a whole or refused, naming the wrong object',
      async ({ a, admin, fingerprint, own }) => {
        const good = await sampleObject(engine, admin, declaration)
        const before = await fingerprint(a, name)
        const bad = { ...(await sampleObject(engine, admin, declaration)) }
        const [key] = fields.find(
          ([, field]) => !field.readOnly && ['line', 'instant', 'relation'].includes(field.kind),
        )!
        const refusal = await outcome(admin('POST', name, { body: [good, { ...bad, [key]: { nested: true } }] }))
        expect(refusal).toMatchObject({
          status: 400,
          body: { [key]: [expect.any(String)], items: [null, { [key]: [expect.any(String)] }] },
        })
        const wrong = own.slice(0, 3).map(({ id }, i) => ({ id, [key]: i === 2 ? { nested: true } : own[i]?.[key] }))
        expect(await outcome(admin('PUT', name, { body: wrong }))).toMatchObject({
          status: 400,
          body: { items: [null, null, { [key]: [expect.any(String)] }] },
        })
        expect((await outcome(admin('PUT', name, { body: [{ id: own[0]!.id }, { id: own[0]!.id }] }))).status).toBe(400)
        const many = Array.from({ length: 1001 }, () => good)
        expect((await outcome(admin('POST', name, { body: many }))).status).toBe(413)
        expect((await outcome(admin('PUT', name, { body: many }))).status).toBe(413)
        expect(await fingerprint(a, name)).toEqual(before)
      },
    )

    test.skipIf(!declaration.admin.create)(
      'staging flags, client ids and unknown fields are dropped; a record sent back whole changes nothing',
      async ({ world, a, b, admin, fingerprint }) => {
        const body = {
          ...(await sampleObject(engine, admin, declaration)),
          id: -5,
          new: true,
          update: true,
          remove: true,
          bogus: 1,
          site_id: b.id,
        }
        const made = shapeOf(await admin('POST', name, { body: [body] }))
        expect(made).toMatchObject({ count: 1, order: [expect.any(Number)] })
        const id = made.order[0]!
        expect(id).toBeGreaterThan(0)
        const lines = async () =>
          (
            await world.superuser.query(
              'select action from audit where site_id = $1 and subject = $2 and subject_id = $3 order by id',
              [a.id, name, id],
            )
          ).rows
        expect(await lines()).toEqual([{ action: `${name}.create` }])
        const before = await fingerprint(a, name)
        const record = made.results[name]![id]!
        for (const key of declaration.reveals) {
          expect(record[key], key).toEqual(expect.any(String))
          delete record[key]
        }
        const echoed = shapeOf(await admin('PUT', name, { body: [{ ...record, update: true }] }))
        expect(echoed.results).toEqual(made.results)
        expect(await fingerprint(a, name)).toEqual(before)
        expect((await lines()).length).toBe(1)
        expect((await admin('DELETE', name, { segments: [String(id)] })).status).toBe(204)
        expect((await outcome(admin('GET', name, { segments: [String(id)] }))).status).toBe(404)
        expect((await lines()).at(-1)).toEqual({ action: `${name}.remove` })
      },
    )
  },
)

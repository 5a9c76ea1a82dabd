import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import { decode } from '#server/imports/decode.ts'
import { createProductCollections } from '#server/registry.ts'
import { callerOf, outcome, shapeOf } from '#tests/support/collections/samples.ts'
import { test as base } from '#tests/support/fixture.ts'
import { FORMULAS } from '#tests/support/hostile/shapes.ts'
import { adminActor } from '#tests/support/world.ts'

const engine = createProductCollections()

const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))
  .extend('asAdmin', async ({ world, site }) =>
    callerOf(world, engine, site, adminActor(await world.makePerson(site, { role: 'admin', name: 'Bo Boss' }))),
  )
  .extend(
    'send',
    ({ asAdmin }) =>
      async (name: string, text: string | Uint8Array, query: Record<string, string> = {}) =>
        JSON.parse(String((await asAdmin('POST', name, { file: decode(Buffer.from(text as string)), query })).body)),
  )
  .extend('exported', ({ asAdmin }) => async (name: string) => {
    let text = ''
    const { body } = await asAdmin('GET', name, { segments: ['export.csv'] })
    for await (const piece of body as AsyncIterable<string>) text += piece
    return text
  })
  .extend('rows', ({ asAdmin }) => async (name: string) => {
    const { order, results } = shapeOf(await asAdmin('GET', name, { query: { limit: '-1', sort: 'id' } }))
    return order.map((id) => results[name]?.[id] as Record<string, unknown> & { id: number })
  })

test('sixty formulas are defused in the export and restored on import', async ({
  asAdmin,
  rows,
  exported,
  send,
  world,
}) => {
  expect(FORMULAS.length).toBe(60)
  await asAdmin('POST', 'locations', { body: FORMULAS.map((details) => ({ name: 'Place', details })) })
  const before = await rows('locations')
  const csv = await exported('locations')
  const cells: Record<string, string>[] = parse(csv, { bom: true, columns: true })
  for (const row of cells) expect(row.details, row.details).toMatch(/^'/)
  expect(await send('locations', csv)).toMatchObject({ rows: 60, created: 0, changed: 0, unchanged: 60, errors: 0 })
  const fresh = await world.makeSite()
  const there = callerOf(world, engine, fresh, adminActor(await world.makePerson(fresh, { role: 'admin' })))
  await there('POST', 'locations', { file: decode(Buffer.from(csv.replace(/^(\ufeff?)id,/, '$1old,'))) })
  const copy = shapeOf(await there('GET', 'locations', { query: { limit: '-1', sort: 'id' } }))
  const details = Object.values(copy.results.locations ?? {}).map((row) => row.details)
  expect(details.sort()).toEqual(before.map((row) => row.details).sort())
})

test('every text survives: quotes, commas, line breaks, accents, emoji, words with commas, leading zeros', async ({
  asAdmin,
  rows,
  send,
  exported,
}) => {
  const texts = ['a "b" c', 'a,b;c', 'one\r\ntwo\n three', 'Åsa Ørsted 😀 שלום', "'quoted", "''", '0012', ' padded ']
  await asAdmin('POST', 'locations', { body: texts.map((details, i) => ({ name: `P${i}`, details })) })
  const tags = [['a, b', 'c "d"'], ['plain'], [], ['=1+1', "'x"]]
  await asAdmin('POST', 'people', {
    body: tags.map((list, i) => ({ name: `N${i}`, email: `n${i}@example.org`, tags: list, phone: '+447700900001' })),
  })
  for (const name of ['locations', 'people']) {
    const before = await rows(name)
    expect(await send(name, await exported(name))).toMatchObject({ created: 0, changed: 0, errors: 0 })
    expect(await rows(name)).toEqual(before)
  }
})

test('importing a file twice creates its records once, matched by id, by name, or by identity', async ({
  send,
  rows,
  asAdmin,
}) => {
  const people = 'Name,Email,Tags\nÉmile Martin,emile@example.org,"crew, helm"\nAnn Ng,ann@example.org,\n'
  expect(await send('people', people, { preview: 'true' })).toMatchObject({ rows: 2, created: 2, errors: 0 })
  expect(await rows('people')).toHaveLength(1)
  expect(await send('people', people)).toMatchObject({ created: 2, changed: 0 })
  const renamed = people.replace('Ann Ng', 'Anne Ng')
  expect(await send('people', renamed)).toMatchObject({ created: 0, changed: 1, unchanged: 1 })
  expect((await rows('people')).map(({ name, tags }) => [name, tags])).toContainEqual([
    'Émile Martin',
    ['crew', 'helm'],
  ])
  const events = 'name,start,end\nRace,2027-03-01 10:00,2027-03-01 12:00\nRace,2027-03-08 10:00,2027-03-08 12:00\n'
  expect(await send('events', events)).toMatchObject({ created: 2 })
  expect(await send('events', events)).toMatchObject({ created: 0, unchanged: 2 })
  const [race] = await rows('events')
  expect(race?.start).toBe('2027-02-28T23:00:00.000Z')
  await asAdmin('POST', 'roles', { body: { name: 'Helm' } })
  const shift = `${race?.id},helm,2027-03-01T10:00:00Z,2027-03-01T12:00:00Z,9,x\n`
  const shifts = `event,role/name,start,end,hours,bogus\n${shift}${shift}`
  expect(await send('shifts', shifts)).toMatchObject({ created: 2, ignored: ['hours', 'bogus'] })
  expect(await rows('shifts')).toHaveLength(2)
})

test('a wrong row stops the file and is reported with its line and field', async ({ asAdmin, send, rows }) => {
  await asAdmin('POST', 'locations', { body: [{ name: 'Twin' }, { name: 'Twin' }] })
  const file = 'name,order,archived\nGood,1,yes\n,2,no\nBad,two,maybe\nTwin,1,no\n'
  const answer = await send('locations', file, { preview: 'true' })
  expect(answer).toMatchObject({ rows: 4, created: 1, errors: 3 })
  expect(answer.items.slice(0, 3)).toMatchObject([
    { row: 3, action: 'error', messages: { name: ['Required.'] } },
    { row: 4, messages: { order: ['Must be a number.'], archived: ['Must be true or false.'] } },
    { row: 5, messages: { name: [expect.stringContaining('More than one')] } },
  ])
  const before = await rows('locations')
  await expect(send('locations', file)).rejects.toMatchObject({
    code: 'invalid',
    extras: { issues: { file: ['3 rows have errors.'] }, body: { errors: 3 } },
  })
  expect(await rows('locations')).toEqual(before)
})

test('the preview flag is parsed as any boolean; an unreadable one stores nothing', async ({ send, rows }) => {
  expect(await send('locations', 'name\nA\n', { preview: '1' })).not.toHaveProperty('undo')
  await expect(send('locations', 'name\nA\n', { preview: 'yes please' })).rejects.toMatchObject({
    extras: { issues: { preview: ['Must be true or false.'] } },
  })
  expect(await rows('locations')).toEqual([])
})

test('a preview creates no account', async ({ send, world }) => {
  await send('people', 'name,email\nX,only@preview.example\n', { preview: 'true' })
  const { rows: accounts } = await world.superuser.query(
    "select 1 from identity.accounts where email = 'only@preview.example'",
  )
  expect(accounts).toEqual([])
})

test.for([
  ['nothing', ''],
  ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])],
  ['no column of ours', 'colour,size\nred,1\n'],
  ['a column twice', 'name,Name\nA,B\n'],
  ['no rows', 'name\n'],
] as const)('%s is refused under `file`', async ([_what, file], { send }) => {
  expect(await outcome(send('locations', file))).toMatchObject({ status: 400, body: { file: [expect.any(String)] } })
})

test('keys, kiosks and read-only collections accept no files', async ({ send }) => {
  for (const name of ['apikeys', 'kiosks', 'deliveries'])
    expect((await outcome(send(name, 'name\nX\n'))).status).toBe(404)
})

import { expect } from 'vitest'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import { decode } from '#server/imports/decode.ts'
import { createProductCollections } from '#server/registry.ts'
import { callerOf, shapeOf } from '#tests/support/collections/samples.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { adminActor, memberActor } from '#tests/support/world.ts'

const engine = createProductCollections()

const test = base
  .extend('site', { scope: 'file' }, ({ world }) =>
    world.makeSite({ timezone: 'Australia/Sydney', name: 'Ridge "Rescue"' }),
  )
  .extend('boss', { scope: 'file', auto: true }, ({ world, site }) =>
    world.makePerson(site, { role: 'admin', name: 'Bo Boss' }),
  )
  .extend('me', { scope: 'file', auto: true }, ({ world, site }) =>
    world.makePerson(site, { name: 'Émile Member', notes: 'secret note' }),
  )
  .extend('admin', { scope: 'file', auto: true }, ({ world, site, boss }) =>
    callerOf(world, engine, site, adminActor(boss)),
  )
  .extend('member', { scope: 'file', auto: true }, ({ world, site, me }) =>
    callerOf(world, engine, site, memberActor(me)),
  )
  .extend(
    'names',
    { scope: 'file' },
    ({ admin }) =>
      async (collection: string, query: Record<string, string>, call = admin) => {
        const { order, results } = shapeOf(await call('GET', collection, { query: { limit: '-1', ...query } }))
        return order.map((id) => results[collection]?.[id]?.name)
      },
  )

test('names sort as people look them up: ignoring case and accents, numbers by value, from the index', async ({
  world,
  names,
}) => {
  const other = await world.makeSite({})
  const boss = adminActor(await world.makePerson(other, { role: 'admin', name: 'Bo' }))
  const call = callerOf(world, engine, other, boss)
  for (const name of ['Zoe', 'Émile', 'eva', 'Øyvind', 'Ådne', 'adam', 'Čedo', 'Ludo'])
    await world.makePerson(other, { name })
  const people = ['adam', 'Ådne', 'Bo', 'Čedo', 'Émile', 'eva', 'Ludo', 'Øyvind', 'Zoe']
  expect(await names('people', { sort: 'name' }, call)).toEqual(people)
  expect(await names('people', { sort: '-name' }, call)).toEqual(people.toReversed())
  expect(await names('people', { search: 'ÉMILE' }, call)).toEqual(['Émile'])
  for (const name of ['Mark 10', 'Écluse', 'mark 2', 'Zone', 'étang', 'Dock'])
    await world.insert(other, 'locations', { name })
  const places = ['Dock', 'Écluse', 'étang', 'mark 2', 'Mark 10', 'Zone']
  expect(await names('locations', { sort: 'name' }, call)).toEqual(places)
  const offered = await world.act(other, boss, (ctx) => engine.options(ctx, 'locations'))
  expect(offered.map(({ label }) => label)).toEqual(places)
  const client = await world.superuser.connect()
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query(
    'explain select id from core.people where site_id = 1 order by name_lower, id limit 10',
  )
  client.release(true)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('people_name')
  expect(plan).not.toContain('Sort')
})

test('a search folds accents and case, both ways, in lists, filters, selects and words', async ({ world, names }) => {
  const other = await world.makeSite({})
  const boss = adminActor(await world.makePerson(other, { role: 'admin', name: 'Bo' }))
  const call = callerOf(world, engine, other, boss)
  const josé = await world.makePerson(other, { name: 'José Müller', tags: ['Première équipe'] })
  await world.makePerson(other, { name: 'Straße Łukasz Ørsted' })
  await world.makePerson(other, { name: 'Sean O’Brien' })
  await world.makePerson(other, { name: 'Jose Plain' })
  const event = await world.insert(other, 'events', {
    name: '100% Fête',
    start: '2027-06-01T08:00Z',
    end: '2027-06-01T09:00Z',
  })
  await world.insert(other, 'shifts', {
    event: event.id,
    person: josé.id,
    start: '2027-06-01T08:00Z',
    end: '2027-06-01T09:00Z',
  })
  for (const [search, found] of [
    ['jose', ['José Müller', 'Jose Plain']],
    ['JOSÉ', ['José Müller', 'Jose Plain']],
    ['Jose\u0301', ['José Müller', 'Jose Plain']],
    ['muller', ['José Müller']],
    ['mûller', ['José Müller']],
    ['strasse', ['Straße Łukasz Ørsted']],
    ['lukasz orsted', ['Straße Łukasz Ørsted']],
    ["o'brien", ['Sean O’Brien']],
    ['jo_e', []],
  ] as const) {
    expect(await names('people', { search }, call), search).toEqual(found)
    expect(await names('people', { name: search }, call), search).toEqual(found)
    const offered = await world.act(other, boss, (ctx) => engine.options(ctx, 'people', { search }))
    expect(
      offered.map(({ label }) => label),
      search,
    ).toEqual(found)
  }
  expect(await names('people', { tags: 'premiere' }, call)).toEqual(['José Müller'])
  expect(await names('events', { search: '100% fete' }, call)).toEqual(['100% Fête'])
  expect(await names('events', { search: '1% fete' }, call)).toEqual([])
  for (const query of [{ search: 'MULLER' }, { 'person/name': 'muller' }] as Record<string, string>[])
    expect(shapeOf(await call('GET', 'shifts', { query })).count).toBe(1)
  expect(await names('people', { name__eq: 'jose plain' }, call)).toEqual(['Jose Plain'])
  expect(await names('people', { name__eq: 'jose muller' }, call)).toEqual([])
})

const SAME_NAMES = [
  ['İstanbul', 'ISTANBUL', 'istanbul', 'ıstanbul'],
  ['ΟΔΟΣ', 'οδός', 'Οδοσ'],
  ['STRASSE', 'Straße', 'STRAẞE'],
  ['ＡＢＣ　１', 'abc 1'],
  ['ﬁsh ﬂats', 'FISH FLATS'],
] as const

test.for(SAME_NAMES)('%s is one name in searches, selects, files and uniqueness checks', async (names, { world }) => {
  const other = await world.makeSite({})
  const boss = adminActor(await world.makePerson(other, { role: 'admin', name: 'Bo' }))
  await world.insert(other, 'locations', { name: names[0] })
  for (const name of names) {
    const found = await world.act(other, boss, (ctx) => engine.list(ctx, 'locations', { search: name }))
    expect(JSON.parse(found).count, name).toBe(1)
    expect(
      await world.act(other, boss, (ctx) => engine.options(ctx, 'locations', { search: name })),
      name,
    ).toHaveLength(1)
    const file = decode(Buffer.from(`name\n${name}\n`))
    const shown = await world.act(other, boss, (ctx) => engine.importCsv(ctx, 'locations', file, { preview: true }))
    expect([shown.created, shown.items[0]?.messages], name).toEqual([0, {}])
  }
  const view = (name: string) => ({ collection: 'people', name, query: '' })
  await world.act(other, boss, (ctx) => engine.create(ctx, 'savedviews', view(names[0])))
  for (const name of names.slice(1))
    await expect(
      world.act(other, boss, (ctx) => engine.create(ctx, 'savedviews', view(name))),
      name,
    ).rejects.toMatchObject({ code: 'invalid' })
})

test('the browser folds names as the database does', async ({ world }) => {
  const range = (from: number, until: number) =>
    Array.from({ length: until - from }, (_, i) => String.fromCharCode(from + i))
  // Ligatures and full-width letters are near the end.
  const letters = [
    ...range(0x20, 0x2100),
    ...range(0xfb00, 0xfb07),
    ...range(0xff00, 0xffef),
    ...SAME_NAMES.flat(),
  ].filter((letter) => !/[\p{Cs}\p{Cn}]/u.test(letter))
  const { rows } = await world.superuser.query<{ letter: string; foldText: string }>(
    'select letter, core.folded(letter) as "foldText" from unnest($1::text[]) letter',
    [letters],
  )
  const differing = rows.filter((row) => foldText(row.letter) !== row.foldText)
  expect(differing.map(({ letter }) => letter.codePointAt(0)?.toString(16))).toEqual([])
  expect(rows.length).toBeGreaterThan(6000)
})

test('a filter finds deactivated people and archived records too, which a select does not offer', async ({ world }) => {
  const other = await world.makeSite({})
  const boss = adminActor(await world.makePerson(other, { role: 'admin', name: 'Bo' }))
  await world.makePerson(other, { name: 'Left', is_active: false })
  await world.makePerson(other, { name: 'Waiting', role: 'new' })
  await world.insert(other, 'locations', { name: 'Old hut', archived: true })
  const labels = (name: string, all?: boolean) =>
    world.act(other, boss, async (ctx) => (await engine.options(ctx, name, { all })).map(({ label }) => label))
  expect(await labels('people')).toEqual(['Bo'])
  expect(await labels('people', true)).toEqual(['Bo', 'Left', 'Waiting'])
  expect(await labels('people')).toEqual(['Bo'])
  expect(await labels('locations')).toEqual([])
  expect(await labels('locations', true)).toEqual(['Old hut'])
})

test('options can be limited to one kind, in collections that have kinds', async ({ world }) => {
  const club = await world.makeSite()
  const boss = adminActor(await world.makePerson(club, { role: 'admin' }))
  for (const kind of ['email', 'sms']) await world.insert(club, 'messagetemplates', { name: `By ${kind}`, kind })
  const offered = (kind: string, name = 'messagetemplates') =>
    world.act(club, boss, async (ctx) => (await engine.options(ctx, name, { kind })).map(({ label }) => label))
  expect([await offered('sms'), await offered('email')]).toEqual([['By sms'], ['By email']])
  await expect(offered('fax')).rejects.toMatchObject({ code: 'invalid' })
  await expect(offered('sms', 'locations')).rejects.toMatchObject({ code: 'invalid' })
})

test('visibleOnly omits what a member cannot choose: people, profile fields, archived records; false omits nothing', async ({
  world,
}) => {
  const other = await world.makeSite({})
  const boss = adminActor(await world.makePerson(other, { role: 'admin', name: 'Bo' }))
  const call = callerOf(world, engine, other, boss)
  await world.makePerson(other, { name: 'Left', is_active: false })
  await world.makePerson(other, { name: 'Waiting', role: 'new' })
  for (const [display_name, user_visible, archived] of [
    ['Shown', true, false],
    ['Hidden', false, false],
    ['Archived', true, true],
  ] as const)
    await world.insert(other, 'profilefields', { display_name, user_visible, archived })
  for (const [name, archived] of [
    ['Hut', false],
    ['Old hut', true],
  ] as const)
    await world.insert(other, 'locations', { name, archived })
  const found = async (name: string, visibleOnly: string) => {
    const { order, results } = shapeOf(await call('GET', name, { query: { visibleOnly } }))
    return order.map((id) => results[name]?.[id]?.name ?? results[name]?.[id]?.display_name).toSorted()
  }
  expect(await found('people', 'true')).toEqual(['Bo'])
  expect(await found('people', 'false')).toEqual(['Bo', 'Left', 'Waiting'])
  expect(await found('profilefields', 'true')).toEqual(['Shown'])
  expect(await found('profilefields', 'false')).toEqual(['Archived', 'Hidden', 'Shown'])
  expect(await found('locations', 'true')).toEqual(['Hut'])
  expect(await found('locations', 'false')).toEqual(['Hut', 'Old hut'])
  expect(await found('locations', '')).toEqual(['Hut', 'Old hut'])
  await expect(call('GET', 'locations', { query: { visibleOnly: 'maybe' } })).rejects.toMatchObject({ code: 'invalid' })
})

test('a date means that day in the site’s time zone, on both days of clock changes too', async ({
  world,
  site,
  names,
}) => {
  const at = (name: string, start: string) => world.insert(site, 'events', { name, start, end: start })
  // Sydney leaves summer time on 2027-04-04 (25 hours) and returns to it on 2027-10-03 (23 hours).
  await at('before long', '2027-04-03T12:59:59Z')
  await at('first of long', '2027-04-03T13:00:00Z')
  await at('last of long', '2027-04-04T13:59:59Z')
  await at('after long', '2027-04-04T14:00:00Z')
  await at('first of short', '2027-10-02T14:00:00Z')
  await at('after short', '2027-10-03T13:00:00Z')
  expect(await names('events', { start__eq: '2027-04-04' })).toEqual(['first of long', 'last of long'])
  expect(await names('events', { start__lt: '2027-04-04' })).toEqual(['before long'])
  expect(await names('events', { start__lte: '2027-04-04' })).toEqual(['before long', 'first of long', 'last of long'])
  expect(await names('events', { start__gt: '2027-04-04', start__lt: '2027-06-01' })).toEqual(['after long'])
  expect(await names('events', { start__ne: '2027-04-04', start__lt: '2027-10-03' })).toEqual([
    'before long',
    'after long',
  ])
  expect(await names('events', { start__eq: '2027-10-03' })).toEqual(['first of short'])
  expect(await names('events', { start__gte: '2027-10-03T23:00:00+10:00' })).toEqual(['after short'])
  expect(await names('events', { start__gte: '2027-10-03T23:00:00 10:00' })).toEqual(['after short'])
})

test('start and end filter events by overlap with the window', async ({ world, names }) => {
  const other = await world.makeSite({ timezone: 'Europe/London' })
  const call = callerOf(world, engine, other, adminActor(await world.makePerson(other, { role: 'admin' })))
  const make = (name: string, start: string, end: string) => world.insert(other, 'events', { name, start, end })
  await make('ends as it begins', '2027-06-01T08:00Z', '2027-06-09T23:00Z')
  await make('across', '2027-06-01T08:00Z', '2027-06-20T08:00Z')
  await make('moment at the edge', '2027-06-09T23:00Z', '2027-06-09T23:00Z')
  await make('inside', '2027-06-10T08:00Z', '2027-06-10T09:00Z')
  await make('begins as it ends', '2027-06-11T23:00Z', '2027-06-12T09:00Z')
  const window = { start: '2027-06-10', end: '2027-06-11' }
  expect(await names('events', window, call)).toEqual(['across', 'moment at the edge', 'inside'])
  world.clock.set(new Date('2027-06-11T00:00:00Z'))
  expect(await names('events', { future: 'true' }, call)).toEqual(['across', 'begins as it ends'])
  expect((await names('events', { future: 'false' }, call)).length).toBe(3)
  world.clock.set(null)
})

test('events show open and unpublished shifts to admins, and neither to members', async ({
  world,
  site,
  me,
  admin,
  names,
  member,
}) => {
  const event = await world.insert(site, 'events', {
    name: 'Counted',
    start: '2028-01-01T00:00Z',
    end: '2028-01-01T08:00Z',
  })
  const times = { event: event.id, start: '2028-01-01T00:00Z', end: '2028-01-01T08:00Z' }
  await world.insert(site, 'shifts', { ...times, draft: '2027-01-01T00:00Z', person: me.id })
  await world.insert(site, 'shifts', times)
  const id = String(event.id)
  expect(shapeOf(await admin('GET', 'events', { segments: [id] })).results.events?.[id]).toMatchObject({
    empty: 1,
    external: false,
    organisation: 'Ridge "Rescue"',
  })
  expect(await names('events', { unpublished: 'true' })).toEqual(['Counted'])
  expect(await names('events', { empty: '1' })).toEqual(['Counted'])
  expect(shapeOf(await member('GET', 'events', { segments: [id] })).results.events?.[id]).not.toHaveProperty('empty')
  for (const key of ['unpublished', 'empty', 'empty__gt'])
    await expect(member('GET', 'events', { query: { [key]: 'true' } })).rejects.toMatchObject({ code: 'invalid' })
  expect(shapeOf(await admin('GET', 'shifts', { query: { event: id } })).count).toBe(2)
  expect(shapeOf(await member('GET', 'shifts', { query: { event: id } })).count).toBe(1)
  expect(shapeOf(await admin('GET', 'shifts', { query: { event: id, person: 'null' } })).count).toBe(1)
  expect(shapeOf(await admin('GET', 'shifts', { query: { event: id, draft__ne: 'null' } })).count).toBe(1)
  expect(
    shapeOf(await admin('GET', 'shifts', { query: { 'event/name': 'COUNT', 'person/name': 'émile' } })).count,
  ).toBe(1)
  expect(shapeOf(await admin('GET', 'shifts', { query: { search: 'émile mem' } })).count).toBe(1)
})

test('a member reads their own person in full, id, name and picture of others, and nothing through a filter', async ({
  world,
  site,
  member,
  me,
  names,
}) => {
  await world.makePerson(site, { name: 'Pending Pat', role: 'new' })
  const { order, results } = shapeOf(await member('GET', 'people'))
  expect(results.people?.[me.id]).toMatchObject({
    email: me.email,
    is_active: true,
    settings: { theme: 'Auto', dateTimeFormat: 'ddd D MMM YYYY h:mm a' },
  })
  expect(results.people?.[me.id]).not.toHaveProperty('notes')
  for (const id of order.filter((id) => id !== me.id))
    expect(Object.keys(results.people?.[id] ?? {})).toEqual(['id', 'name', 'avatar'])
  expect(await names('people', {}, member)).not.toContain('Pending Pat')
  expect(await names('people', { self: 'true' }, member)).toEqual(['Émile Member'])
  expect(await names('people', { search: me.email.slice(0, 6) }, member)).toEqual([])
  for (const query of [{ email: 'a' }, { is_active: 'true' }, { email__ne: 'a' }, { role: 'admin,user,new' }])
    expect(['Émile Member', undefined], JSON.stringify(query)).toContain(
      (await names('people', query, member)).join() || undefined,
    )
  await expect(member('GET', 'people', { query: { notes: 'a' } })).rejects.toMatchObject({ code: 'invalid' })
  await expect(member('GET', 'shifts', { query: { 'person/email': 'a' } })).rejects.toMatchObject({ code: 'invalid' })
  expect(await names('people', { visibleOnly: 'true' })).not.toContain('Pending Pat')
  expect(await names('people', { role: 'new' })).toEqual(['Pending Pat'])
  expect(await names('people', { sort: '-name' })).toEqual(['Pending Pat', 'Émile Member', 'Bo Boss'])
})

test('null matches an empty value, in lists too; a limit may exceed the list', async ({
  world,
  site,
  admin,
  names,
}) => {
  const competency = await world.insert(site, 'competencies', { name: 'First aid' })
  await admin('POST', 'roles', { body: [{ name: 'Bosun', required_competencies: [competency.id] }, { name: 'Mate' }] })
  expect(await names('roles', { required_competencies: 'null' })).toEqual(['Mate'])
  expect(await names('roles', { required_competencies__ne: 'null' })).toEqual(['Bosun'])
  expect(await names('roles', { archived: 'null' })).toEqual([])
  expect(await names('roles', { order__ne: 'null', limit: '10000' })).toEqual(['Bosun', 'Mate'])
})

test('LIKE patterns in a search are plain text, and accents fold', async ({ world, site, names }) => {
  for (const name of ['100% Ångström', '100 per cent', 'a_b', 'axb', 'back\\slash'])
    await world.insert(site, 'locations', { name })
  expect(await names('locations', { search: '100%' })).toEqual(['100% Ångström'])
  expect(await names('locations', { search: 'a_b' })).toEqual(['a_b'])
  expect(await names('locations', { search: 'k\\s' })).toEqual(['back\\slash'])
  expect(await names('locations', { name: 'åNG' })).toEqual(['100% Ångström'])
  expect(await names('locations', { search: '%' })).toEqual(['100% Ångström'])
})

test('a select offers what a member may choose, and always the chosen record', async ({ world, site }) => {
  const hidden = await world.insert(site, 'roles', { name: 'Old helm', archived: true })
  for (let i = 0; i < 60; i++) await world.insert(site, 'roles', { name: `Crew ${String(i).padStart(2, '0')}` })
  const options = await world.withSite(site.id, (db) =>
    engine.options({ db, site, clock: world.clock, actor: { kind: 'system', name: 'test' } }, 'roles', {
      search: 'crew',
      selected: [hidden.id],
    }),
  )
  expect(options.length).toBe(51)
  expect(options[0]).toEqual({ id: hidden.id, label: 'Old helm' })
  expect(options[1]?.label).toBe('Crew 00')
})

test('cells that a spreadsheet would run are defused; phones and numbers stay', async ({ world, site, admin }) => {
  await world.makePerson(site, {
    name: '=HYPERLINK("http://x")',
    phone: '+447700900123',
    notes: '-5',
    tags: ['@a', 'b'],
  })
  const { body } = await admin('GET', 'people', { segments: ['export.csv'], query: { search: 'HYPERLINK' } })
  let text = ''
  for await (const piece of body as AsyncIterable<string>) text += piece
  expect(text.split('\r\n')[1]).toContain(`"'=HYPERLINK(""http://x"")"`)
  expect(text).toContain(',+447700900123,')
  expect(text).toContain(',-5,')
  expect(text).toContain(`"'@a, b"`)
  const { rows } = await world.superuser.query(
    "select details from audit where site_id = $1 and action = 'people.export'",
    [site.id],
  )
  expect(rows).toEqual([{ details: { count: 1 } }])
})

test('events to choose from: the last one of the type, then the next, then the past; half of each where there are many', async ({
  world,
}) => {
  const site = await world.makeSite({ timezone: 'UTC' })
  const boss = adminActor(await world.makePerson(site, { role: 'admin', name: 'Bo' }))
  const { id: type = 0 } = await world.insert(site, 'eventtypes', { name: 'Race' })
  const now = world.clock.now().getTime()
  const insert = (name: string, hours: number, over = {}) =>
    world.insert(site, 'events', {
      name,
      start: new Date(now + hours * 3_600_000).toISOString(),
      end: new Date(now + (hours + 2) * 3_600_000).toISOString(),
      ...over,
    })
  await insert('Next', 5)
  await insert('Later', 50)
  await insert('Running', -1)
  await insert('Last', -5)
  await insert('Race before', -50, { eventtype: type })
  await insert('Race to come', 20, { eventtype: type })
  await insert('Race long ago', -500, { eventtype: type })
  const offered = async (query: object) =>
    (await world.act(site, boss, (ctx) => engine.options(ctx, 'events', query))).map(
      ({ label, past }) => `${label.split(',')[0]}${past ? ' (past)' : ''}`,
    )
  const next = ['Running', 'Next', 'Race to come', 'Later']
  expect(await offered({})).toEqual([...next, 'Last (past)', 'Race before (past)', 'Race long ago (past)'])
  expect(await offered({ type })).toEqual(['Race before', ...next, 'Last (past)', 'Race long ago (past)'])
  expect(await offered({ search: 'last', type })).toEqual(['Last (past)'])
  expect(await offered({ limit: 4 })).toEqual(['Running', 'Next', 'Last (past)', 'Race before (past)'])
})

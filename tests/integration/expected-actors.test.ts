import { expect, onTestFinished } from 'vitest'
import { credentialsOfRoles } from '#tests/support/api.ts'
import { test as base } from '#tests/support/fixture.ts'
import { watchStatements } from '#tests/support/statements.ts'

type Headers = Record<string, string>

const test = base
  /** One admin of two, since a site keeps its last one. */
  .extend('reader', async ({ world, api, site, admin }) => {
    await world.insert(site, 'people', { name: 'Ann', email: `ann-${site.id}@club.test`, role: 'user' })
    await world.makePerson(site, { role: 'admin' })
    return { person: admin, headers: await api.signIn(site, admin) }
  })
  .extend('list', ({ callApi }) => async (headers: Headers) => {
    const { status, body } = await callApi('GET', '/people/?search=Ann', headers)
    const [found] = Object.values(body?.results?.people ?? {}) as { email?: string }[]
    return { status, showsEmail: Boolean(found?.email) }
  })
  .extend(
    'sql',
    ({ world }) =>
      (text: string, id: number) =>
        world.superuser.query(text, [id]),
  )

/** Records the statements that a client sends before its caller is known. */
function watchRoundTrips() {
  const sentWithLookup: string[] = []
  let waits = false
  watchStatements((text) => {
    if (waits) sentWithLookup.push(text)
    if (!text.includes('access_hash = $1')) return undefined
    waits = true
    return () => {
      waits = false
    }
  })
  return {
    sentWithLookup,
    isSent: (part: string) => sentWithLookup.some((text) => text.includes(part)),
    isListSent: () => sentWithLookup.some((text) => text.includes('core."people"')),
  }
}

test('from the second time on, a list is sent together with the lookup of its caller', async ({ list, reader }) => {
  const watched = watchRoundTrips()
  expect(await list(reader.headers)).toEqual({ status: 200, showsEmail: true })
  expect(watched.isListSent()).toBe(false)
  expect(await list(reader.headers)).toEqual({ status: 200, showsEmail: true })
  expect(watched.isListSent()).toBe(true)
})

const READING_CALLS = [
  ['/events/calendar', 'single as materialized'],
  ['/timesheets/forgotten', 'concat_ws'],
  ['/events/templates', 'roster_template_places'],
  ['/audit', 'subject_id'],
] as const

for (const [path, part] of READING_CALLS)
  test(`from the second time on, ${path} is read together with the lookup of its caller`, async ({
    callApi,
    reader,
  }) => {
    const watched = watchRoundTrips()
    const first = await callApi('GET', path, reader.headers)
    expect([first.status, watched.isSent(part)]).toEqual([200, false])
    expect(await callApi('GET', path, reader.headers)).toMatchObject({ status: 200, body: first.body })
    expect(watched.isSent(part)).toBe(true)
  })

test('an admin who became a member is refused by the next call for admins, and nothing is read for them from then on', async ({
  callApi,
  reader,
  sql,
}) => {
  const read = async (path: string) => (await callApi('GET', path, reader.headers)).status
  expect([await read('/audit'), await read('/audit')]).toEqual([200, 200])
  await sql("update core.people set role = 'user' where id = $1", reader.person.id)
  const watched = watchRoundTrips()
  expect([await read('/audit'), await read('/audit')]).toEqual([403, 403])
  expect(await read('/events/calendar')).toBe(200)
  expect(watched.sentWithLookup.filter((text) => text.includes('subject_id')).length).toBeLessThanOrEqual(1)
})

test('an admin who became a member reads as a member from the next list on, and the other way round', async ({
  list,
  reader,
  sql,
}) => {
  const become = (role: string) => sql(`update core.people set role = '${role}' where id = $1`, reader.person.id)
  expect(await list(reader.headers)).toMatchObject({ showsEmail: true })
  await become('user')
  expect(await list(reader.headers)).toEqual({ status: 200, showsEmail: false })
  expect(await list(reader.headers)).toEqual({ status: 200, showsEmail: false })
  await become('admin')
  expect(await list(reader.headers)).toEqual({ status: 200, showsEmail: true })
})

for (const [name, change] of [
  ['signed out', 'update core.sessions set revoked_at = now() where person = $1'],
  ['disabled', 'update core.people set is_active = false where id = $1'],
  ['awaiting approval again', "update core.people set is_active = false, role = 'new' where id = $1"],
] as const)
  test(`a person who is ${name} is refused by the very next list`, async ({ list, reader, sql }) => {
    await list(reader.headers)
    expect(await list(reader.headers)).toMatchObject({ status: 200 })
    await sql(change, reader.person.id)
    expect(await list(reader.headers)).toEqual({ status: 401, showsEmail: false })
    expect(await list(reader.headers)).toEqual({ status: 401, showsEmail: false })
  })

test('a key whose use is recorded once a minute is read for once all the same', async ({
  world,
  api,
  site,
  list,
  sql,
}) => {
  const { reader } = await credentialsOfRoles(world, api, site)
  await list(reader)
  let lists = 0
  watchStatements((text) => {
    lists += text.includes('core."people"') ? 1 : 0
    return undefined
  })
  const read = async () => {
    lists = 0
    expect(await list(reader)).toMatchObject({ status: 200 })
    return lists
  }
  const recorded = async () =>
    (await sql('select last_used from core.apikeys where site_id = $1 and last_used is not null', site.id)).rows[0]
      .last_used
  expect(await read()).toBe(1)
  const first = await recorded()
  await sql("update core.apikeys set last_used = last_used - interval '2 minutes' where site_id = $1", site.id)
  expect(await read()).toBe(1)
  expect((await recorded()).getTime()).toBeGreaterThanOrEqual(first.getTime())
})

test('a key without its rights reads nothing more', async ({ world, api, site, list, sql }) => {
  const { reader } = await credentialsOfRoles(world, api, site)
  await list(reader)
  expect(await list(reader)).toMatchObject({ status: 200 })
  await sql('update core.apikeys set revoked_at = now() where site_id = $1', site.id)
  expect(await list(reader)).toMatchObject({ status: 401 })
})

for (const [path, status] of [
  ['/people/?sort=nonsense', 400],
  ['/people/nonsense', 404],
] as const)
  test(`${path} is refused again for the same caller, after the lookup has ended`, async ({
    callApi,
    list,
    reader,
  }) => {
    await list(reader.headers)
    const unhandled: unknown[] = []
    const note = (error: unknown) => void unhandled.push(error)
    process.prependListener('unhandledRejection', note)
    onTestFinished(() => void process.off('unhandledRejection', note))
    for (let time = 0; time < 3; time++) expect((await callApi('GET', path, reader.headers)).status).toBe(status)
    await list(reader.headers)
    expect(unhandled).toEqual([])
  })

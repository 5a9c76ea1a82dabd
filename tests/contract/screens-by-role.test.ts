import { expect } from 'vitest'
import type { Actor } from '#server/engine/access/actor.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { fingerprintOf, memberActor, recentAdmin } from '#tests/support/world.ts'

type Loader = (args: unknown) => Promise<unknown>

const files = import.meta.glob<{ loader?: Loader }>([
  '../../app/**/routes/*.ts',
  '../../app/**/routes/*.tsx',
  '!../../app/**/routes/api.*',
  '!../../app/**/routes/console.*',
])

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('member', { scope: 'file', auto: true }, async ({ world, site }) => memberActor(await world.makePerson(site)))
  .extend(
    'admin',
    { scope: 'file', auto: true },
    async ({ world, site }) => await recentAdmin(world, site, await world.makePerson(site, { role: 'admin' })),
  )
  .extend(
    'answer',
    { scope: 'file' },
    ({ site, api }) =>
      async (loader: Loader, path: string, actor: Actor, pk?: string): Promise<string> => {
        const request = new Request(`http://${site.slug}.localhost${path}`)
        const context = { app: api.context, site, actor, nonce: '', requestId: 'test' }
        try {
          const got = await loader({ request, params: { ...PARAMS, pk }, context })
          return got instanceof Response ? `${got.status} ${got.headers.get('location') ?? ''}`.trim() : '200'
        } catch (thrown) {
          if (thrown instanceof Response) return `${thrown.status} ${thrown.headers.get('location') ?? ''}`.trim()
          throw thrown
        }
      },
  )

const ADMIN =
  `apikeys.($pk) assignments.($pk) audit competencies.($pk) cover._index equipment.($pk) events.$pk._editor events.$pk.shifts.list
  events.add events.list._index events.types.($pk) import.$id import._index kiosks.($pk) locations.($pk) messaging.outbox messaging.sent.($pk) news.($pk)
  organisation people.$pk.emails people.$pk.info people.$pk.records people.$pk.shifts people.list profilefields.($pk)
  records.$collection.($pk) roles.($pk) roster swaps.all series.events.$pk series.list.($pk) shifts timesheets
  timesheets_.day timesheets_.people timesheets_.records todo training.($pk) unavailability._index`.split(/\s+/)

const MEMBERS = `dashboard events.calendar.$date events.calendar._index profile.info profile.records profile.security
  profile.settings profile.shifts shifts_.open unavailability.$date`.split(/\s+/)

const PARAMS = { id: '1', date: '2027-01-02', collection: 'locations' }

const screens = Object.entries(files).flatMap(([file, load]) => {
  const name = file.replace(/^.*\/routes\//, '').replace(/\.tsx?$/, '')
  const path = `/${name.replace(/[.]?_index$/, '').replaceAll('.', '/')}`
  return name.includes('($pk)')
    ? [
        { name, path, load },
        { name, path, load, pk: '1' },
      ]
    : [{ name, path, load, pk: '1' }]
})
const named = (names: readonly string[]) => screens.filter(({ name }) => names.includes(name))

test('the lists name screens that exist', () => {
  for (const names of [ADMIN, MEMBERS]) expect(new Set(named(names).map(({ name }) => name)).size).toBe(names.length)
  expect(named(ADMIN).length).toBeGreaterThanOrEqual(45)
})

test.for(named(ADMIN))(
  '$path is for admins: others go to hello or see the 403 page',
  async ({ path, pk, load }, { answer, member, admin }) => {
    const { loader } = await load()
    const asked = `${path}?page=2`
    expect(await answer(loader!, asked, { kind: 'nobody' }, pk)).toBe(`302 /hello?next=${encodeURIComponent(asked)}`)
    expect(await answer(loader!, asked, member, pk)).toBe('403')
    expect(await answer(loader!, asked, { ...admin, viewAsUser: true } as Actor, pk)).toBe('403')
    // A query that the page of shifts does not have is one of the table.
    expect(await answer(loader!, asked, admin, pk)).toMatch(/^(200|404|302 \/records\/\w+\?page=2)$/)
  },
)

test.for(named(MEMBERS))(
  '$path is for members: visitors go to hello',
  async ({ path, pk, load }, { answer, member }) => {
    const { loader } = await load()
    expect(await answer(loader!, path, { kind: 'nobody' }, pk)).toBe(`302 /hello?next=${encodeURIComponent(path)}`)
    expect(await answer(loader!, path, member, pk)).toBe('200')
  },
)

test('reading a screen, file or list of options changes nothing', async ({ world, site, admin, member, answer }) => {
  const before = await fingerprintOf(world, site)
  let read = 0
  for (const { path, pk, load } of screens) {
    const { loader } = await load()
    for (const actor of loader ? [admin, member] : []) {
      const status = await answer(loader!, path, actor, pk)
      if (path !== '/500') expect(status, path).not.toMatch(/^5/)
      if (status === '200') read += 1
    }
  }
  expect(read).toBeGreaterThan(50)
  expect(await fingerprintOf(world, site)).toEqual(before)
})

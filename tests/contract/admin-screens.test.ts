import { expect } from 'vitest'
import type { Actor } from '#server/engine/access/actor.ts'
import { createProductCollections } from '#server/registry.ts'
import { credentialsOfRoles } from '#tests/support/api.ts'
import { makeRecords, systemCaller } from '#tests/support/collections/samples.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { byRouteName } from '#tests/support/route-files.ts'
import { memberActor, recentAdmin } from '#tests/support/world.ts'

type Loader = (args: unknown) => Promise<unknown>
type Module = { loader?: Loader; handle?: { title?: string } }

/** The admin's areas by their route files: title, and the collection whose record `pk` names. */
const SCREENS: Record<string, [title: string, pk?: string]> = {
  'events.list._index': ['All Events'],
  'series.list.($pk)': ['All Series', 'series'],
  'series.events.$pk': ['Series Events', 'series'],
  'events.types.($pk)': ['Event Types', 'eventtypes'],
  'assignments.($pk)': ['Assignments', 'assignments'],
  'locations.($pk)': ['Locations', 'locations'],
  'people.list': ['People'],
  'people.$pk.info': ['People', 'people'],
  'people.$pk.shifts': ['People', 'people'],
  'people.$pk.records': ['People', 'people'],
  'people.$pk.emails': ['People', 'people'],
  'profilefields.($pk)': ['Profile Fields', 'profilefields'],
  'roles.($pk)': ['Roles', 'roles'],
  'training.($pk)': ['Training', 'training'],
  'competencies.($pk)': ['Competencies', 'competencies'],
  shifts: ['Shifts'],
  timesheets: ['Shifts'],
  'timesheets_.day': ['Shifts'],
  'timesheets_.people': ['Shifts'],
  'timesheets_.records': ['Shifts'],
  'news.($pk)': ['News', 'news'],
  'kiosks.($pk)': ['Kiosks', 'kiosks'],
  'equipment.($pk)': ['Equipment', 'equipment'],
  'apikeys.($pk)': ['API keys', 'apikeys'],
  organisation: ['Organisation'],
}
const files = byRouteName(import.meta.glob<Module>('../../app/**/routes/*.tsx'))
const engine = createProductCollections()

const actors = new Map<string, Actor>()
const records = new Map<string, number>()

const test = base
  .extend('scene', { scope: 'file' }, async ({ world }) => {
    const site = await world.makeSite({ feature_timesheets: true })
    actors.set('nobody', { kind: 'nobody' })
    actors.set('member', memberActor(await world.makePerson(site)))
    actors.set('admin', await recentAdmin(world, site, await world.makePerson(site, { role: 'admin' })))
    for (const { contract } of engine.declarations) {
      const [made] = await makeRecords(engine, systemCaller(world, engine, site), contract.name, 1)
      if (made) records.set(contract.name, made.id)
    }
    return { site }
  })
  .extend('site', { scope: 'file' }, ({ scene }) => scene.site)
  .extend(
    'answerOf',
    { scope: 'file' },
    ({ site, api }) =>
      async (loader: Loader, who: string, params: { pk?: string }): Promise<Response | 'page'> => {
        const origin = `http://${site.slug}.localhost`
        const request = new Request(`${origin}/here`)
        const context = { app: api.context, site, actor: actors.get(who), nonce: '', requestId: 'test' }
        const got = await loader({ request, params, context }).catch((thrown) => {
          if (thrown instanceof Response) return thrown
          throw thrown
        })
        return got instanceof Response ? got : 'page'
      },
  )

/** Valid for every reader of forms that runs before the permission check. */
function aFile(): FormData {
  const form = new FormData()
  form.set('kind', 'people')
  for (const name of ['file', 'image', 'logo'])
    form.set(name, new File(['name\nAnn\n'], 'people.csv', { type: 'text/csv' }))
  return form
}

test.for(Object.entries(SCREENS))(
  '%s: a visitor goes to the sign-in, a member is refused, an admin sees it',
  async ([file, [title, pk]], { answerOf }) => {
    expect(Object.keys(files)).toContain(file)
    const { loader, handle } = await files[file]!()
    expect(handle?.title).toBe(title)
    for (const params of [
      ...(file.includes('($pk)') || !pk ? [{}] : []),
      ...(pk ? [{ pk: String(records.get(pk)) }] : []),
    ]) {
      const [nobody, member, admin] = [
        await answerOf(loader!, 'nobody', params),
        await answerOf(loader!, 'member', params),
        await answerOf(loader!, 'admin', params),
      ]
      expect(nobody !== 'page' && nobody.headers.get('location')).toMatch(/^\/hello\?next=/)
      expect(member !== 'page' && member.status, `member ${JSON.stringify(params)}`).toBe(403)
      expect(admin, `admin ${JSON.stringify(params)}`).toBe('page')
    }
  },
)

test('an admin’s call answers 401 without credentials, and 403 to members and kiosks, whatever they send', async ({
  world,
  api,
  site,
}) => {
  const roles = await credentialsOfRoles(world, api, site)
  const calls = api.calls.filter(({ requires }) => requires === 'admin')
  expect(calls.length).toBeGreaterThan(30)
  const wrong: string[] = []
  for (const { method, path, form } of calls)
    for (const [role, expected] of [
      ['nobody', 401],
      ['member', 403],
      ['kiosk', 403],
    ] as const) {
      const address = path.replaceAll(/\{\w+\}/g, String(records.get(path.split('/')[1] ?? '') ?? 1))
      const { status } = await api.call(site, {
        method,
        path: address,
        headers: roles[role],
        ...(method !== 'GET' && { body: form ? aFile() : {} }),
      })
      if (status !== expected) wrong.push(`${role} ${method} ${address} → ${status}`)
    }
  expect(wrong).toEqual([])
})

import { expect } from 'vitest'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import { test as base, NOW, SHIFT_START, tokenIn } from '#tests/support/answer-links.ts'
import type { FixturesOf } from '#tests/support/fixture.ts'
import { fileForm } from '#tests/support/import-files.ts'

/**
 * A published shift of a member, at a club whose admins call the API and approve swaps, and whose members may take open
 * shifts.
 */
const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', self_assign: true, approve_swaps: true }))
  .extend('call', async ({ api, site, admin, member, callApi }) => {
    const headers = { admin: await api.signIn(site, admin), member: await api.signIn(site, member) }
    return async (who: 'admin' | 'member', method: string, path: string, body?: unknown) => {
      const answer = await callApi(method, path, headers[who], body)
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer.body
    }
  })
  .extend('shift', ({ shiftOf, member }) => shiftOf(member))
  .extend('open', ({ shiftOf }) => shiftOf({ id: null as never }))
  .extend('eventOf', ({ world }) => async (shift: number): Promise<number> => {
    const { rows } = await world.superuser.query('select event::int from core.shifts where id = $1', [shift])
    return rows[0].event
  })
  .extend('versionOf', ({ world }) => async (shift: number): Promise<string> => {
    const { rows } = await world.superuser.query(
      `select to_json(updated_at) #>> '{}' as version from core.shifts where id = $1`,
      [shift],
    )
    return rows[0].version
  })
  .extend('request', ({ call, open, eventOf }) => async (): Promise<number> => {
    const id = await eventOf(open)
    return (await call('member', 'POST', '/requests/batch', [{ event: id, comments: '' }])).order[0]
  })
  .extend('times', ({ call, shift }) => async (): Promise<number> => {
    const [modified_start, modified_end] = ['2027-03-20T10:00:00Z', '2027-03-20T12:00:00Z']
    return (await call('member', 'PUT', `/shifts/${shift}/times`, { modified_start, modified_end, comments: '' }))
      .request.id
  })

type Scene = Pick<
  FixturesOf<typeof test>,
  | 'call'
  | 'callApi'
  | 'world'
  | 'site'
  | 'admin'
  | 'member'
  | 'shift'
  | 'open'
  | 'eventOf'
  | 'versionOf'
  | 'request'
  | 'times'
  | 'outbox'
  | 'api'
>
const LATER = { start: '2027-03-21T09:00:00Z', end: '2027-03-21T12:00:00Z' }
const NONE = { publish: false, event: null, added: [], changed: [], removed: [] }

/** Puts the member on a published open shift. @returns the import. */
async function importSeason({ call, world, site, member }: Scene): Promise<number> {
  const times = { start: '2027-04-10T09:00:00Z', end: '2027-04-10T12:00:00Z' }
  const event = (await world.insert(site, 'events', { name: 'Spring race', ...times })).id
  const assignment = (await world.insert(site, 'assignments', { name: 'Helm' })).id
  await world.insert(site, 'shifts', { event, assignment, person: null, draft: NOW, ...times })
  const text = `date,start,end,event,duty,volunteer email\n2027-04-10,09:00,12:00,Spring race,Helm,${member.email}\n`
  const form = (more = {}) => fileForm(text, { kind: 'season', ...more })
  const { digest } = await call('admin', 'POST', '/imports/preview', form())
  return (await call('admin', 'POST', '/imports', form({ digest }))).id
}

/** Offers the member an open shift from the waiting list. @returns their place, and the token of the message. */
async function offerFromList({ call, world, site, admin, outbox }: Scene): Promise<{ place: number; token: string }> {
  const assignment = (await world.insert(site, 'assignments', { name: 'Helm' })).id
  const times = { start: '2027-04-10T09:00:00Z', end: '2027-04-10T12:00:00Z' }
  const event = (await world.insert(site, 'events', { name: 'Spring race', ...times })).id
  const shift = { event, assignment, person: admin.id, draft: NOW, ...times }
  const { id } = await world.insert(site, 'shifts', shift)
  const { id: place } = await call('member', 'POST', '/waiting', { event, assignment })
  await world.superuser.query('update core.shifts set person = null where id = $1', [id])
  await call('admin', 'PUT', `/waiting/${place}/offer`, { shift: id })
  const { mails } = await outbox()
  const token = mails.map(({ text }) => /\/hold\/([\d-]+\.[\w-]{43})/.exec(text)?.[1]).find(Boolean) ?? ''
  for (const table of ['deliveries', 'marks']) await world.superuser.query(`delete from core.${table}`)
  return { place, token }
}

/** Another member agrees to take the member's shift, which waits for approval. @returns the swap. */
async function agreeToSwap({ call, callApi, world, api, site, shift }: Scene): Promise<number> {
  const other = await world.makePerson(site)
  const { id } = await call('member', 'POST', '/swaps', { shift, kind: 'hand_over', to: other.id })
  const accepted = await callApi('PUT', `/swaps/${id}/accept`, await api.signIn(site, other), {})
  expect(accepted.status).toBe(200)
  for (const table of ['deliveries', 'marks']) await world.superuser.query(`delete from core.${table}`)
  return id
}

const csv = (text: string) => {
  const form = new FormData()
  form.set('file', new File([text], 'file.csv'))
  return form
}

/** Removes a place, assignment or role of the shift. */
const removals = (name: string, field: string): typeof CALLS => {
  const named = async ({ world, site, shift }: Scene) => {
    const { id } = await world.insert(site, name, { name: 'Pontoon' })
    await world.superuser.query(`update core.shifts set ${field} = $1 where id = $2`, [id, shift])
    return id
  }
  return {
    [`DELETE /${name}/{id}/`]: async (scene) =>
      scene.call('admin', 'DELETE', `/${name}/${await named(scene)}/?confirm=1`),
    [`POST /${name}/bulk`]: async (scene) =>
      scene.call('admin', 'POST', `/${name}/bulk`, { ids: [await named(scene)], remove: true, confirm: 1 }),
  }
}

const CALLS: Record<string, (scene: Scene) => Promise<unknown>> = {
  'PUT /shifts/{id}/answer': ({ call, shift }) =>
    call('member', 'PUT', `/shifts/${shift}/answer`, { answer: 'declined', reason: 'Ill', cover: false }),
  'PUT /shifts/answers': ({ call, shift }) =>
    call('member', 'PUT', '/shifts/answers', [{ id: shift, answer: 'declined', reason: 'Ill', cover: false }]),
  'POST /answers/{token}': async ({ world, shift, outbox, callApi }) => {
    world.clock.set(new Date(Date.parse(SHIFT_START) - 7 * 86_400_000))
    const { mails } = await outbox()
    await world.superuser.query('delete from core.deliveries')
    expect(shift).toBeGreaterThan(0)
    const answer = { answer: 'declined', reason: 'Ill', cover: false }
    expect((await callApi('POST', `/answers/${tokenIn(mails[0]!)}`, {}, answer)).status).toBe(200)
  },
  'POST /covers/': async ({ call, world, shift }) => {
    await world.superuser.query("update core.shifts set start = '2027-03-04T09:00Z' where id = $1", [shift])
    await call('member', 'POST', '/covers', { shift })
  },
  'PUT /shifts/{id}/take': async ({ call, world, shift, open }) => {
    await world.superuser.query('delete from core.shifts where id = $1', [shift])
    await call('member', 'PUT', `/shifts/${open}/take`, {})
  },
  'PUT /shifts/staged': async ({ call, shift, versionOf }) => {
    const changed = [{ id: shift, version: await versionOf(shift), fields: LATER }]
    await call('admin', 'PUT', '/shifts/staged', { added: [], changed, removed: [] })
  },
  'PUT /events/{id}/roster': async ({ call, shift, eventOf, versionOf }) => {
    const removed = [{ id: shift, version: await versionOf(shift) }]
    await call('admin', 'PUT', `/events/${await eventOf(shift)}/roster`, { ...NONE, removed })
  },
  'PUT /events/{id}/decide': async ({ call, shift, eventOf }) =>
    call('admin', 'PUT', `/events/${await eventOf(shift)}/decide`, { decision: 'off' }),
  'PUT /roster/people': ({ call, shift, member }) =>
    call('admin', 'PUT', '/roster/people', { steps: [{ shift, person: null, was: member.id }] }),
  'PUT /roster/publish': async ({ call, world, shift }) => {
    await world.superuser.query('update core.shifts set draft = null where id = $1', [shift])
    await call('admin', 'PUT', '/roster/publish', { shifts: [shift] })
  },
  'PUT /requests/{id}/assign': async ({ call, request, open }) =>
    call('admin', 'PUT', `/requests/${await request()}/assign`, { shift: open }),
  'PUT /requests/assign': async ({ call, request, open }) =>
    call('admin', 'PUT', '/requests/assign', { shifts: [{ request: await request(), shift: open }] }),
  'PUT /requests/{id}/decline': async ({ call, request }) =>
    call('admin', 'PUT', `/requests/${await request()}/decline`, {}),
  'PUT /requests/decline': async ({ call, request }) =>
    call('admin', 'PUT', '/requests/decline', { requests: [await request()] }),
  'PUT /timerequests/{id}/agree': async ({ call, times }) =>
    call('admin', 'PUT', `/timerequests/${await times()}/agree`, { version: 1 }),
  'PUT /timerequests/{id}/decline': async ({ call, times }) =>
    call('admin', 'PUT', `/timerequests/${await times()}/decline`, { version: 1 }),
  'PUT /swaps/{id}/approve': async (scene) =>
    scene.call('admin', 'PUT', `/swaps/${await agreeToSwap(scene)}/approve`, {}),
  'PUT /swaps/{id}/decline': async (scene) =>
    scene.call('admin', 'PUT', `/swaps/${await agreeToSwap(scene)}/decline`, {}),
  'PUT /waiting/{id}/accept': async (scene) => {
    const { place } = await offerFromList(scene)
    await scene.call('member', 'PUT', `/waiting/${place}/accept`, {})
  },
  'POST /waiting/token/{token}': async (scene) => {
    const { token } = await offerFromList(scene)
    expect((await scene.callApi('POST', `/waiting/token/${token}`, {}, { answer: 'yes' })).status).toBe(200)
  },
  'POST /shifts/': ({ call, shift }) => call('admin', 'POST', '/shifts/', csv(`id,end\n${shift},2027-03-20 13:00\n`)),
  'POST /events/': async ({ call, shift, eventOf }) =>
    call('admin', 'POST', '/events/', csv(`id,name\n${await eventOf(shift)},Regatta\n`)),
  'POST /people/': ({ call, shift, member }) => {
    expect(shift).toBeGreaterThan(0)
    return call('admin', 'POST', '/people/', csv(`id,is_active\n${member.id},false\n`))
  },
  'POST /imports': async (scene) => {
    await importSeason(scene)
  },
  'POST /imports/{id}/undo': async (scene) => {
    const { call, world, site } = scene
    const id = await importSeason(scene)
    await world.superuser.query('delete from core.marks where site_id = $1', [site.id])
    await call('admin', 'POST', `/imports/${id}/undo`)
  },
  'DELETE /shifts/{id}/': ({ call, shift }) => call('admin', 'DELETE', `/shifts/${shift}/?confirm=0`),
  'POST /shifts/bulk': ({ call, shift }) => call('admin', 'POST', '/shifts/bulk', { ids: [shift], changes: LATER }),
  'DELETE /events/{id}/': async ({ call, shift, eventOf }) =>
    call('admin', 'DELETE', `/events/${await eventOf(shift)}/?confirm=1`),
  'POST /events/bulk': async ({ call, shift, eventOf }) =>
    call('admin', 'POST', '/events/bulk', { ids: [await eventOf(shift)], changes: { name: 'Regatta' } }),
  'DELETE /people/{id}/': ({ call, shift, member }) =>
    call('admin', 'DELETE', `/people/${member.id}/?confirm=${shift ? 1 : 0}&shifts=release`),
  'POST /people/bulk': ({ call, shift, member }) =>
    call('admin', 'POST', '/people/bulk', {
      ids: [member.id],
      remove: true,
      confirm: shift ? 1 : 0,
      shifts: 'release',
    }),
  ...removals('locations', 'location'),
  ...removals('assignments', 'assignment'),
  ...removals('roles', 'role'),
}

test('the description names the calls that settle after the undo window', ({ api }) => {
  const document = openApiDocument(api.context.collections, { title: 'Watchbill', version: '1' }, api.calls)
  const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>
  const found = Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).flatMap(([method, call]) => {
      const seconds = call['x-settles-after-seconds']
      if (seconds !== undefined) expect(seconds).toBe(UNDO_WINDOW_MS / 1000)
      return seconds === undefined ? [] : [`${method.toUpperCase()} ${path}`]
    }),
  )
  expect(found.sort(), 'Show in `CALLS` above how each is made.').toEqual(Object.keys(CALLS).sort())
})

/** The changes of a call that may notify someone, and how many of them settle before its undo window is over. */
const settling = async ({ world, site }: Pick<Scene, 'world' | 'site'>) => {
  const early = new Date(world.clock.epochMs() + UNDO_WINDOW_MS - 5_000)
  const { rows } = await world.superuser.query(
    `select count(*)::int as all, count(*) filter (where at < $2)::int as early from (
       select settle_at as at from core.marks where site_id = $1 union all
       select next_rung_at from core.covers where site_id = $1 and next_rung_at is not null union all
       select due_at from core.deliveries where site_id = $1 and state = 'queued') x`,
    [site.id, early],
  )
  return rows[0] as { all: number; early: number }
}

test.for(Object.keys(CALLS))(
  '%s notifies no one while it can be undone',
  async (name, {
    call,
    callApi,
    world,
    site,
    admin,
    member,
    shift,
    open,
    eventOf,
    versionOf,
    request,
    times,
    outbox,
    api,
  }) => {
    const scene = {
      call,
      callApi,
      world,
      site,
      admin,
      member,
      shift,
      open,
      eventOf,
      versionOf,
      request,
      times,
      outbox,
      api,
    }
    await CALLS[name]!(scene)
    const { all, early } = await settling({ world, site })
    expect(all).toBeGreaterThan(0)
    expect(early).toBe(0)
  },
)

test('other calls settle immediately', async ({ call, shift, world, site }) => {
  await call('admin', 'PUT', '/shifts/', [{ id: shift, ...LATER }])
  const { all, early } = await settling({ world, site })
  expect(all).toBeGreaterThan(0)
  expect(early).toBe(all)
})

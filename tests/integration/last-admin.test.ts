import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Storage, StoredFile } from '#server/engine/kernel/storage/file-store.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { applyImport, previewImport } from '#server/imports/commands.ts'
import { importOptions } from '#server/imports/contract.ts'
import { undoImport } from '#server/imports/undo.ts'
import { scheduleOwnClosure } from '#server/people/self/closure.ts'
import { eraseClosedAccounts } from '#server/platform/closures.ts'
import { erasePerson, eraseSite } from '#server/platform/erase.ts'
import { replayErasures } from '#server/platform/erasures.ts'
import { type Api, createApi } from '#tests/support/api.ts'
import { checkedFor, input } from '#tests/support/import-files.ts'
import { ownAccountOf } from '#tests/support/own-account.ts'
import { adminActor, createWorld, log, type World } from '#tests/support/world.ts'

/** A club that has an admin keeps one, whoever takes access away from whom, and however many do so at once. */
type Person = { id: number; name: string; email: string }

let world: World
let api: Api
let site: Site
let ada: Person
let bea: Person
let headers: Record<string, string>
const files = new Map<string, StoredFile>()
const storage: Storage = {
  put: async (key, file) => void files.set(key, file),
  get: async (key) => files.get(key) ?? null,
  remove: async (key) => void files.delete(key),
  list: async () => [...files.keys()],
}

beforeAll(async () => {
  world = await createWorld()
  api = await createApi(world)
})
afterAll(async () => {
  await api.close()
  await world.close()
})
beforeEach(async () => {
  world.clock.set(null)
  files.clear()
  site = await world.makeSite()
  ada = await world.makePerson(site, { name: 'Ada', role: 'admin' })
  bea = await world.makePerson(site, { name: 'Bea', role: 'admin' })
  headers = await api.signIn(site, ada)
})

const REFUSED = 'A club needs an admin. Make somebody else an admin first.'
const call = async (method: string, path: string, body?: unknown, as = headers) => {
  const answer = await api.call(site, { method, path, headers: as, ...(body !== undefined && { body }) })
  return { status: answer.status, body: answer.text ? JSON.parse(answer.text) : null }
}
const done = async (method: string, path: string, body: unknown) => {
  const answer = await call(method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
const admins = async () =>
  (
    await world.superuser.query(
      "select id::int from core.people where site_id = $1 and role = 'admin' and is_active order by id",
      [site.id],
    )
  ).rows.map(({ id }) => id as number)
const setRole = (person: Person, role: string) =>
  world.superuser.query('update core.people set role = $2 where id = $1', [person.id, role])
const csv = (text: string) => {
  const form = new FormData()
  form.set('file', new File([text], 'people.csv'))
  return form
}
const asAda = <T>(work: (ctx: Ctx) => Promise<T>) => world.act(site, adminActor(ada), work)
const platform = () => world.pool('platform')
const erase = (person: Person) =>
  erasePerson({ pool: platform(), storage, now: world.clock.now() }, site.slug, String(person.id))
const importPeople = async (text: string) => {
  const options = importOptions.parse({ allow_admins: true, update_existing: true })
  const given = checkedFor(site, input('people', text, { options }))
  const { digest } = await asAda((ctx) => previewImport(ctx, given))
  const { id } = await asAda((ctx) => applyImport(ctx, { ...given, digest, skip_errors: false }))
  return id ?? 0
}

/** What comes of it: an answer of the API, what a command threw, or that it was done. */
type Outcome = { status?: number; body?: unknown; code?: string; message?: string } | 'done'
const command = (work: () => Promise<unknown>): Promise<Outcome> =>
  work().then(
    () => 'done' as const,
    ({ code, message }) => ({ code, message }),
  )

/** Every way in which Bea can stop being an active admin; each gets ready first. `refused` is what it comes to when she is the last. */
const WAYS: Record<string, { ready: () => Promise<() => Promise<Outcome>>; refused: Outcome }> = {
  'a member from now on': {
    ready: async () => () => call('PUT', '/people/', { id: bea.id, role: 'user' }),
    refused: { status: 400, body: { role: [REFUSED] } },
  },
  'pending again': {
    ready: async () => () => call('PUT', '/people/', [{ id: bea.id, role: 'new' }]),
    refused: { status: 400, body: { role: [REFUSED] } },
  },
  'not active any more': {
    ready: async () => () => call('PUT', '/people/', { id: bea.id, is_active: false }),
    refused: { status: 400, body: { is_active: [REFUSED] } },
  },
  removed: {
    ready: async () => () => call('DELETE', `/people/${bea.id}/`),
    refused: { status: 400, body: { non_field_errors: [REFUSED] } },
  },
  'an edit of many': {
    ready: async () => () => call('POST', '/people/bulk', { ids: [bea.id], changes: { role: 'user' } }),
    refused: { status: 400, body: { role: [REFUSED] } },
  },
  'many made inactive': {
    ready: async () => () =>
      call('POST', '/people/bulk', {
        filter: { role: 'admin', id__ne: String(ada.id) },
        changes: { is_active: false },
      }),
    refused: { status: 400, body: { is_active: [REFUSED] } },
  },
  'a removal of many': {
    ready: async () => () => call('POST', '/people/bulk', { ids: [bea.id], remove: true }),
    refused: { status: 400, body: { non_field_errors: [REFUSED] } },
  },
  'a file': {
    ready: async () => () => call('POST', '/people/', csv(`id,role\r\n${bea.id},user\r\n`)),
    refused: {
      status: 400,
      body: expect.objectContaining({ errors: 1, items: [expect.objectContaining({ messages: { role: [REFUSED] } })] }),
    },
  },
  'the undo of a promotion': {
    ready: async () => {
      await setRole(bea, 'user')
      const { undo } = await done('POST', '/people/bulk', { ids: [bea.id], changes: { role: 'admin' } })
      return () => call('POST', '/people/undo', { token: undo.token })
    },
    refused: { status: 400, body: { role: [REFUSED] } },
  },
  'the undo of a file that made her': {
    ready: async () => {
      const made = await done('POST', '/people/', csv('name,email,role\r\nBea,bea@new.test,admin\r\n'))
      await setRole(bea, 'user')
      bea.id = (await admins()).at(-1) ?? 0
      return () => call('POST', '/people/undo', { token: made.undo.token })
    },
    refused: { status: 400, body: { non_field_errors: [REFUSED] } },
  },
  'the undo of an import that made her an admin': {
    ready: async () => {
      await setRole(bea, 'user')
      const id = await importPeople(`name,email,role\nBea,${bea.email},admin\n`)
      return () => command(() => asAda((ctx) => undoImport(ctx, id)))
    },
    refused: { code: 'conflict', message: REFUSED },
  },
  'the undo of an import that made her': {
    ready: async () => {
      await setRole(bea, 'user')
      const id = await importPeople('name,email,role\nBea,bea@import.test,admin\n')
      bea.id = (await admins()).at(-1) ?? 0
      return () => command(() => asAda((ctx) => undoImport(ctx, id)))
    },
    refused: { code: 'conflict', message: REFUSED },
  },
  'an erasure by the command line': {
    ready: async () => () => command(() => erase(bea)),
    refused: { code: 'conflict', message: REFUSED },
  },
  'her own leaving, when it is due': {
    ready: async () => {
      const { session } = await ownAccountOf(world, site, bea)
      await world.act(site, session.actor, scheduleOwnClosure)
      world.clock.set(new Date(world.clock.epochMs() + 31 * 86_400_000))
      return () => command(() => eraseClosedAccounts({ pool: platform(), clock: world.clock, log, storage }))
    },
    refused: 'done',
  },
}

const waiting = async () =>
  Number(
    (
      await world.superuser.query(
        "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rows[0].count,
  )

/** Somebody else takes Ada's access away and commits only when `work` waits for it, or is done without waiting. */
async function meanwhile<T>(work: () => Promise<T>): Promise<T> {
  const other = await world.superuser.connect()
  try {
    await other.query('begin')
    await other.query("update core.people set role = 'user' where id = $1", [ada.id])
    const running = work()
    const settled = running.then(
      () => true,
      () => true,
    )
    while (!(await waiting())) if (await Promise.race([settled, wait(10)])) break
    await other.query('commit')
    return await running
  } finally {
    await other.query('rollback')
    other.release()
  }
}

test.each(Object.keys(WAYS))('%s: the last admin stays, and what was asked for is refused', async (way) => {
  const { ready, refused } = WAYS[way]!
  const act = await ready()
  const outcome = await meanwhile(act)
  expect(await admins()).toEqual([bea.id])
  expect(outcome).toEqual(refused)
})

test.each(Object.keys(WAYS))('%s: fine while there is another admin', async (way) => {
  const act = await WAYS[way]!.ready()
  const outcome = await act()
  if (outcome !== 'done') expect(outcome.status, JSON.stringify(outcome)).toBeLessThan(300)
  expect(await admins()).toEqual([ada.id])
})

test('two admins who take each other’s access away at once: one of them keeps it', async () => {
  const hers = await api.signIn(site, bea)
  for (const changes of [{ role: 'user' }, { is_active: false }, { role: 'new' }]) {
    const answers = await Promise.all([
      call('PUT', '/people/', { id: bea.id, ...changes }),
      call('PUT', '/people/', { id: ada.id, ...changes }, hers),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      answers.every(({ status }) => [200, 400, 401, 403, 409].includes(status)),
      JSON.stringify(answers),
    ).toBe(true)
    expect(await admins()).toHaveLength(1)
    await world.superuser.query("update core.people set role = 'admin', is_active = true where id = any ($1)", [
      [ada.id, bea.id],
    ])
    await world.superuser.query('update core.sessions set revoked_at = null where site_id = $1', [site.id])
  }
})

test('two who leave at once: one of them is refused, and who is leaving does not count as the admin who stays', async () => {
  const leaving = await Promise.all([ada, bea].map((one) => ownAccountOf(world, site, one)))
  const answers = await Promise.allSettled(
    leaving.map(({ session }) => world.act(site, session.actor, scheduleOwnClosure)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [stays] = answers[0]?.status === 'rejected' ? [ada] : [bea]
  const goes = stays === ada ? bea : ada
  const third = await world.makePerson(site, { role: 'admin' })
  await setRole(third, 'user')
  const answer = await call('PUT', '/people/', { id: stays.id, role: 'user' }, await api.signIn(site, goes))
  expect(answer).toEqual({
    status: 400,
    body: { role: ['Every other admin is about to leave. Make somebody else an admin first.'] },
  })
})

test('one who asks to leave while the other one’s leaving is being stored is refused', async () => {
  const { session } = await ownAccountOf(world, site, bea)
  const other = await world.superuser.connect()
  try {
    await other.query('begin')
    await other.query("select pg_advisory_xact_lock(hashtext('people.admins'), $1)", [site.id])
    await other.query(
      "insert into core.closures (site_id, person, requested_at, due_at) values ($1, $2, now(), now() + interval '30 days')",
      [site.id, ada.id],
    )
    const asking = command(() => world.act(site, session.actor, scheduleOwnClosure))
    while (!(await waiting())) if (await Promise.race([asking.then(() => true), wait(10)])) break
    await other.query('commit')
    expect(await asking).toMatchObject({ code: 'conflict' })
  } finally {
    await other.query('rollback')
    other.release()
  }
})

test('an edit of many may change all admins as long as one of them stays, or another one is made', async () => {
  const cleo = await world.makePerson(site, { name: 'Cleo' })
  const answer = await call('PUT', '/people/', [
    { id: bea.id, role: 'user' },
    { id: cleo.id, role: 'admin' },
  ])
  expect(answer.status).toBe(200)
  expect(await admins()).toEqual([ada.id, cleo.id])
})

test('a refused erasure is not written down, so that no restored backup carries it out', async () => {
  await setRole(ada, 'user')
  await expect(erase(bea)).rejects.toMatchObject({ code: 'conflict' })
  expect([...files.keys()]).toEqual([])
  expect(await admins()).toEqual([bea.id])
})

test('what was erased once is erased again from a restored backup, and a deleted site goes with its admins', async () => {
  await setRole(ada, 'user')
  const at = new Date(Date.now() + 60_000).toISOString()
  await inTransaction(platform(), 'write', {}, (db) =>
    replayErasures(db as never, [{ site: site.id, person: bea.id, at }], new Date()),
  )
  expect(await admins()).toEqual([])
  await setRole(ada, 'admin')
  await world.superuser.query("update core.sites set status = 'deleted', deleted_at = now() where id = $1", [site.id])
  expect((await eraseSite({ pool: platform(), storage }, site.slug)).rows).toBeGreaterThan(0)
})

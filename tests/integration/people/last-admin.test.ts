import { expect } from 'vitest'
import type { Ctx } from '#server/engine/access/context.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Storage, StoredFile } from '#server/engine/kernel/storage/file-store.ts'
import { applyImport, previewImport } from '#server/imports/commands.ts'
import { importOptions } from '#server/imports/contract.ts'
import { undoImport } from '#server/imports/undo.ts'
import { scheduleOwnClosure } from '#server/people/self/closure.ts'
import { eraseClosedAccounts } from '#server/platform/closures.ts'
import { erasePerson, eraseSite } from '#server/platform/erase.ts'
import { replayErasures } from '#server/platform/erasures.ts'
import { ownAccountOf } from '#tests/support/accounts.ts'
import { test as base, type FixturesOf } from '#tests/support/fixture.ts'
import { checkedFor, fileForm, input } from '#tests/support/import-files.ts'
import { whileOtherWrites } from '#tests/support/waiting.ts'
import { adminActor, log, type Person } from '#tests/support/world.ts'

/** A club that has an admin keeps one, whatever removes access, even in parallel. */
const test = base
  .extend('ada', ({ world, site }) => world.makePerson(site, { name: 'Ada', role: 'admin' }))
  .extend('bea', ({ world, site }) => world.makePerson(site, { name: 'Bea', role: 'admin' }))
  .extend('files', () => new Map<string, StoredFile>())
  .extend(
    'storage',
    ({ files }): Storage => ({
      put: async (key, file) => void files.set(key, file),
      get: async (key) => files.get(key) ?? null,
      size: async (key) => files.get(key)?.bytes.byteLength ?? null,
      remove: async (key) => void files.delete(key),
      list: async () => [...files.keys()],
    }),
  )
  .extend('headers', ({ api, site, ada }) => api.signIn(site, ada))
  /** A call by Ada, unless another credential signs it. */
  .extend(
    'call',
    ({ callApi, headers }) =>
      (method: string, path: string, body?: unknown, as = headers) =>
        callApi(method, path, as, body),
  )
  .extend(
    'asAda',
    ({ world, site, ada }) =>
      <T>(work: (ctx: Ctx) => Promise<T>) =>
        world.act(site, adminActor(ada), work),
  )
  .extend('admins', ({ world, site }) => async () => {
    const { rows } = await world.superuser.query(
      "select id::int from core.people where site_id = $1 and role = 'admin' and is_active order by id",
      [site.id],
    )
    return rows.map(({ id }) => id as number)
  })
  .extend(
    'setRole',
    ({ world }) =>
      (person: Person, role: string) =>
        world.superuser.query('update core.people set role = $2 where id = $1', [person.id, role]),
  )
  .extend(
    'erase',
    ({ world, site, storage }) =>
      (person: Person) =>
        erasePerson({ pool: world.pool('platform'), storage, now: world.clock.now() }, site.slug, String(person.id)),
  )
  .extend('importPeople', ({ site, asAda }) => async (text: string) => {
    const options = importOptions.parse({ allow_admins: true, update_existing: true })
    const given = checkedFor(site, input('people', text, { options }))
    const { digest } = await asAda((ctx) => previewImport(ctx, given))
    const { id } = await asAda((ctx) => applyImport(ctx, { ...given, digest, skip_errors: false }))
    return id ?? 0
  })
  .extend('club', ({ world, site, ada, bea, storage, call, asAda, admins, setRole, erase, importPeople }) => ({
    ...{ world, site, ada, bea, storage, call, asAda, admins, setRole, erase, importPeople },
  }))

type Club = FixturesOf<typeof test>['club']

const REFUSED = 'A club needs an admin. Make someone else an admin first.'
type Outcome = { status?: number; body?: unknown; code?: string; message?: string } | 'done'
const command = (work: () => Promise<unknown>): Promise<Outcome> =>
  work().then(
    () => 'done' as const,
    ({ code, message }) => ({ code, message }),
  )

const done = async (call: Club['call'], method: string, path: string, body: unknown) => {
  const answer = await call(method, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}

/**
 * Every way in which Bea can stop being an active admin, after its preparation. `refused` is the result when she is the
 * last.
 */
const WAYS: Record<string, { ready: (club: Club) => Promise<() => Promise<Outcome>>; refused: Outcome }> = {
  'a member from now on': {
    ready:
      async ({ bea, call }) =>
      () =>
        call('PUT', '/people/', { id: bea.id, role: 'user' }),
    refused: { status: 400, body: { role: [REFUSED] } },
  },
  'pending again': {
    ready:
      async ({ bea, call }) =>
      () =>
        call('PUT', '/people/', [{ id: bea.id, role: 'new', is_active: false }]),
    refused: { status: 400, body: { role: [REFUSED] } },
  },
  'not active any more': {
    ready:
      async ({ bea, call }) =>
      () =>
        call('PUT', '/people/', { id: bea.id, is_active: false }),
    refused: { status: 400, body: { is_active: [REFUSED] } },
  },
  removed: {
    ready:
      async ({ bea, call }) =>
      () =>
        call('DELETE', `/people/${bea.id}/`),
    refused: { status: 400, body: { non_field_errors: [REFUSED] } },
  },
  'an edit of many': {
    ready:
      async ({ bea, call }) =>
      () =>
        call('POST', '/people/bulk', { ids: [bea.id], changes: { role: 'user' } }),
    refused: { status: 400, body: { role: [REFUSED] } },
  },
  'many made inactive': {
    ready:
      async ({ ada, call }) =>
      () =>
        call('POST', '/people/bulk', {
          filter: { role: 'admin', id__ne: String(ada.id) },
          changes: { is_active: false },
        }),
    refused: { status: 400, body: { is_active: [REFUSED] } },
  },
  'a removal of many': {
    ready:
      async ({ bea, call }) =>
      () =>
        call('POST', '/people/bulk', { ids: [bea.id], remove: true }),
    refused: { status: 400, body: { non_field_errors: [REFUSED] } },
  },
  'a file': {
    ready:
      async ({ bea, call }) =>
      () =>
        call('POST', '/people/', fileForm(`id,role\r\n${bea.id},user\r\n`)),
    refused: {
      status: 400,
      body: expect.objectContaining({ errors: 1, items: [expect.objectContaining({ messages: { role: [REFUSED] } })] }),
    },
  },
  'the undo of a promotion': {
    ready: async ({ bea, call, setRole }) => {
      await setRole(bea, 'user')
      const { undo } = await done(call, 'POST', '/people/bulk', { ids: [bea.id], changes: { role: 'admin' } })
      return () => call('POST', '/people/undo', { token: undo.token })
    },
    refused: { status: 400, body: { role: [REFUSED] } },
  },
  'the undo of a file that made her': {
    ready: async ({ bea, call, admins, setRole }) => {
      const made = await done(call, 'POST', '/people/', fileForm('name,email,role\r\nBea,bea@new.test,admin\r\n'))
      await setRole(bea, 'user')
      bea.id = (await admins()).at(-1) ?? 0
      return () => call('POST', '/people/undo', { token: made.undo.token })
    },
    refused: { status: 400, body: { non_field_errors: [REFUSED] } },
  },
  'the undo of an import that made her an admin': {
    ready: async ({ bea, asAda, setRole, importPeople }) => {
      await setRole(bea, 'user')
      const id = await importPeople(`name,email,role\nBea,${bea.email},admin\n`)
      return () => command(() => asAda((ctx) => undoImport(ctx, id)))
    },
    refused: { code: 'conflict', message: REFUSED },
  },
  'the undo of an import that made her': {
    ready: async ({ bea, asAda, admins, setRole, importPeople }) => {
      await setRole(bea, 'user')
      const id = await importPeople('name,email,role\nBea,bea@import.test,admin\n')
      bea.id = (await admins()).at(-1) ?? 0
      return () => command(() => asAda((ctx) => undoImport(ctx, id)))
    },
    refused: { code: 'conflict', message: REFUSED },
  },
  'an erasure by the command line': {
    ready:
      async ({ bea, erase }) =>
      () =>
        command(() => erase(bea)),
    refused: { code: 'conflict', message: REFUSED },
  },
  'her own leaving, when it is due': {
    ready: async ({ world, site, bea, storage }) => {
      const { session } = await ownAccountOf(world, site, bea)
      await world.act(site, session.actor, scheduleOwnClosure)
      world.clock.set(new Date(world.clock.epochMs() + 31 * 86_400_000))
      return () =>
        command(() => eraseClosedAccounts({ pool: world.pool('platform'), clock: world.clock, log, storage }))
    },
    refused: 'done',
  },
}

test.for(Object.entries(WAYS))('%s: the last admin stays, and the request is refused', async ([, way], { club }) => {
  const { world, ada, bea, admins } = club
  const act = await way.ready(club)
  const outcome = await whileOtherWrites(world, {
    write: (other) => other.query("update core.people set role = 'user' where id = $1", [ada.id]),
    work: act,
  })
  expect(await admins()).toEqual([bea.id])
  expect(outcome).toEqual(way.refused)
})

test.for(Object.entries(WAYS))('%s: allowed while there is another admin', async ([, way], { club }) => {
  const act = await way.ready(club)
  const outcome = await act()
  if (outcome !== 'done') expect(outcome.status, JSON.stringify(outcome)).toBeLessThan(300)
  expect(await club.admins()).toEqual([club.ada.id])
})

test('two admins who remove each other’s access in parallel: one of them keeps it', async ({
  world,
  api,
  site,
  ada,
  bea,
  call,
  admins,
}) => {
  const hers = await api.signIn(site, bea)
  for (const changes of [{ role: 'user' }, { is_active: false }, { role: 'new', is_active: false }]) {
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

test('two who leave in parallel: one of them is refused, and a person who is leaving does not count as the remaining admin', async ({
  world,
  api,
  site,
  ada,
  bea,
  call,
  setRole,
}) => {
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
    body: { role: ['Every other admin is about to leave. Make someone else an admin first.'] },
  })
})

test('a request to leave is refused while the other one’s leaving is being stored', async ({
  world,
  site,
  ada,
  bea,
}) => {
  const { session } = await ownAccountOf(world, site, bea)
  const answer = await whileOtherWrites(world, {
    write: async (other) => {
      await other.query("select pg_advisory_xact_lock(hashtext('people.admins'), $1)", [site.id])
      await other.query(
        "insert into core.closures (site_id, person, requested_at, due_at) values ($1, $2, now(), now() + interval '30 days')",
        [site.id, ada.id],
      )
    },
    work: () => command(() => world.act(site, session.actor, scheduleOwnClosure)),
  })
  expect(answer).toMatchObject({ code: 'conflict' })
})

test('an edit of many may change all admins while one of them stays, or another one is made', async ({
  world,
  site,
  ada,
  bea,
  call,
  admins,
}) => {
  const cleo = await world.makePerson(site, { name: 'Cleo' })
  const answer = await call('PUT', '/people/', [
    { id: bea.id, role: 'user' },
    { id: cleo.id, role: 'admin' },
  ])
  expect(answer.status).toBe(200)
  expect(await admins()).toEqual([ada.id, cleo.id])
})

test('a refused erasure is not recorded, so that no restored backup repeats it', async ({
  ada,
  bea,
  files,
  admins,
  setRole,
  erase,
}) => {
  await setRole(ada, 'user')
  await expect(erase(bea)).rejects.toMatchObject({ code: 'conflict' })
  expect([...files.keys()]).toEqual([])
  expect(await admins()).toEqual([bea.id])
})

test('an erasure is repeated in a restored backup, and a deleted site goes with its admins', async ({
  world,
  site,
  ada,
  bea,
  storage,
  admins,
  setRole,
}) => {
  await setRole(ada, 'user')
  const at = new Date(Date.now() + 60_000).toISOString()
  await inTransaction(world.pool('platform'), 'write', {}, (db) =>
    replayErasures(db as never, [{ site: site.id, person: bea.id, at }], new Date()),
  )
  expect(await admins()).toEqual([])
  await setRole(ada, 'admin')
  await world.superuser.query("update core.sites set status = 'deleted', deleted_at = now() where id = $1", [site.id])
  expect((await eraseSite({ pool: world.pool('platform'), storage }, site.slug)).rows).toBeGreaterThan(0)
})

import { expect } from 'vitest'
import { moveCovers } from '#server/cover/tick.ts'
import { messagingFor, tell } from '#tests/support/messages/messaging.ts'
import { test as base, NOW } from '#tests/support/swaps.ts'
import { log, type Person } from '#tests/support/world.ts'

/**
 * Remnants that an undo may leave: the log and the undo's own rows. The calendar remembers that a restored event was
 * withdrawn, since its number may never decrease: a subscriber may have read it as cancelled.
 */
const TABLES = ['audit', 'undos', 'trash', 'withdrawn_events']
/**
 * The times and the number of a write. A grid undoes by a second write, which the database cannot tell from a new one,
 * so that the shift counts as assigned and moved then (decision 039). Unpublishing has no case: no screen undoes it,
 * and its call answers no token.
 */
const COLUMNS = ['updated_at', 'sequence', 'assigned_at', 'start_changed_at']

type Caller = (method: string, path: string, body?: unknown) => Promise<{ undo?: { token: string } }>
type Args = {
  ada: Caller
  shifts: number[]
  event: number
  /** The event whose shift she had asked for, and then declined. */
  declined: number
  ann: number
  other: number
  make: (table: string) => Promise<number>
}

/** Ann's shifts of July: one is confirmed, one seeks cover, one is unanswered, and she was asked about it twice. */
const test = base
  .extend('site', ({ world }) => world.makeSite({ timezone: 'UTC', quiet_end: '05:00', answer_by_days: 30 }))
  .extend('ada', ({ as, admin }): Caller => {
    let signedIn: ReturnType<typeof as> | undefined
    return async (method, path, body) => {
      signedIn ??= as(admin)
      const answer = await (await signedIn)(method, path, body)
      expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
      return answer.body
    }
  })
  .extend('after', ({ world }) => {
    const { messaging } = messagingFor(world)
    return async (seconds: number) => {
      world.clock.set(new Date(NOW.getTime() + seconds * 1_000))
      await moveCovers({ pool: world.pool('worker'), clock: world.clock, log })
      await messaging.drain()
    }
  })
  .extend('answered', async ({ as, member, shiftOn, after, world, site }) => {
    const shifts = [await shiftOn(10, member), await shiftOn(11, member), await shiftOn(12, member)]
    for (const shift of shifts) await tell(world, site, shift, member)
    const ann = await as(member)
    await after(0)
    await ann('PUT', `/shifts/${shifts[0]}/answer`, { answer: 'confirmed' })
    await ann('PUT', `/shifts/${shifts[1]}/answer`, { answer: 'declined', reason: 'A wedding' })
    await after(100_000)
    await after(200_000)
    const { rows } = await world.superuser.query(
      'select event::int, start from core.shifts where id = any ($1) order by id',
      [shifts.slice(1)],
    )
    const [{ event: declined, start: asked_start }, { event }] = rows
    await world.insert(site, 'requests', { event: declined, person: member.id, own: true, asked_start })
    return { shifts, event: event as number, declined: declined as number }
  })
  .extend('everything', ({ world, site }) => async () => {
    const { rows: tables } = await world.superuser.query(
      `select table_name as name from information_schema.tables
       where table_schema = 'core' and table_type = 'BASE TABLE' and table_name <> all ($1) order by 1`,
      [TABLES],
    )
    const found: Record<string, unknown[]> = {}
    for (const { name } of tables) {
      const { rows } = await world.superuser.query(
        `select to_jsonb(t) - $2::text[] as row from core."${name}" t where ${name === 'sites' ? 'id' : 'site_id'} = $1 order by 1`,
        [site.id, COLUMNS],
      )
      found[name] = rows.map(({ row }) => row)
    }
    return found
  })

const undoing = async ({ ada }: Args, path: string, body: unknown) => {
  const { undo } = await ada('POST', path, body)
  await ada('POST', path.replace('bulk', 'undo'), { token: undo?.token })
}
const inBulk = (args: Args, changes: object) => undoing(args, '/shifts/bulk', { ids: args.shifts, changes })

const MOVED = { start: '2027-07-20T09:00:00Z', end: '2027-07-20T12:00:00Z' }
const steps = ({ shifts }: Args, person: number | null, was: number | null) => ({
  steps: shifts.map((shift) => ({ shift, person, was })),
})

test.for<[string, (args: Args) => Promise<unknown>]>([
  [
    'a wrong name in the grid',
    async (args) => {
      await args.ada('PUT', '/roster/people', steps(args, args.other, args.ann))
      await args.ada('PUT', '/roster/people', steps(args, args.ann, args.other))
    },
  ],
  [
    'shifts that are opened in the grid',
    async (args) => {
      await args.ada('PUT', '/roster/people', steps(args, null, args.ann))
      await args.ada('PUT', '/roster/people', steps(args, args.ann, null))
    },
  ],
  ['another person in bulk', (args) => inBulk(args, { person: args.other })],
  ['a move in bulk', (args) => inBulk(args, MOVED)],
  ['another place in bulk', async (args) => inBulk(args, { location: await args.make('locations') })],
  ['another assignment in bulk', async (args) => inBulk(args, { assignment: await args.make('assignments') })],
  ['another role in bulk', async (args) => inBulk(args, { role: await args.make('roles') })],
  ['deleted shifts', (args) => undoing(args, '/shifts/bulk', { ids: args.shifts, remove: true })],
  ['a deleted event', (args) => undoing(args, '/events/bulk', { ids: [args.event], remove: true, confirm: 1 })],
  [
    'a deleted event of which a request was declined since',
    (args) => undoing(args, '/events/bulk', { ids: [args.declined], remove: true, confirm: 2 }),
  ],
])(
  '%s, undone, restores every table',
  async ([, slip], { ada, answered, after, everything, site, world, member, others }) => {
    const made = new Map<string, number>()
    for (const table of ['locations', 'assignments', 'roles'])
      made.set(table, (await world.insert(site, table, { name: 'Another' })).id)
    await after(200_100)
    await ada('GET', '/shifts')
    const before = await everything()
    expect(before.deliveries?.length).toBeGreaterThan(0)
    const make = async (table: string) => made.get(table) ?? 0
    await slip({ ada, ...answered, ann: member.id, other: (others[0] as Person).id, make })
    await after(200_130)
    await after(200_160)
    expect(await everything()).toEqual(before)
  },
)

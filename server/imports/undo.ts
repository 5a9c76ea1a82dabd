import { sql } from 'kysely'
import { undoable } from '#server/deliveries/undo-window.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { lockAdmins, withLastAdminCheck } from '#server/people/last-admin.ts'
import { type BulkTable, updateAll } from './bulk.ts'
import { lockImports, refuseDeputies } from './commands.ts'
import { UNDO_HOURS } from './contract.ts'
import { type Traces, traces } from './traces.ts'

const HOUR_MS = 3_600_000

/**
 * Undoes an import within 24 hours: restores old values and removes new records. Accounts stay, and so do names that
 * other records now use (assignments, locations, …).
 * @throws DomainError 'conflict' when it is too late, already undone, or people have worked with its records: nothing
 * is undone, and the message explains why; 'not_found'.
 */
export async function undoImport(ctx: Ctx, id: number): Promise<void> {
  requireStanding(ctx.actor, 'admin')
  await lockImports(ctx)
  await lockAdmins(ctx.db, ctx.site.id)
  const { db, clock } = ctx
  const row = await db
    .selectFrom('imports')
    .select(['kind', 'created', 'created_at', 'undone_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.kind === 'people') refuseDeputies(ctx.actor)
  if (row.undone_at) throw new DomainError('conflict', 'This import has already been undone.')
  if (clock.epochMs() > row.created_at.getTime() + UNDO_HOURS * HOUR_MS)
    throw new DomainError('conflict', `An import can be undone for ${UNDO_HOURS} hours.`)
  const done = traces.parse(row.created)
  const reasons = await findDependents(db, done.ids, row.created_at)
  if (reasons.length) throw new DomainError('conflict', `This import cannot be undone: ${reasons.join('; ')}.`)
  await inUnitOfWork(undoable(ctx), async () => {
    await withLastAdminCheck(async () => {
      await revert(ctx, done.changes)
      await removeCreated(db, done.ids)
    })
  })
  await db.updateTable('imports').set({ undone_at: clock.now() }).where('id', '=', id).execute()
  await audit(ctx, { action: 'import.undo', subject: 'imports', subject_id: id })
  ctx.wake('reminders.plan')
}

async function findDependents(db: SiteDb, ids: Traces['ids'], since: Date): Promise<string[]> {
  const [people, events, shifts, records] = [ids.people ?? [], ids.events ?? [], ids.shifts ?? [], ids.records ?? []]
  const { rows } = await sql<Record<string, boolean>>`select
    exists (select from shifts where id = any(${shifts}::bigint[]) and (draft is not null or actual_start is not null)) as "its shifts are published",
    exists (select from shifts where id = any(${shifts}::bigint[]) and updated_at > ${since}) as "its shifts were changed",
    exists (select from events where id = any(${events}::bigint[]) and updated_at > ${since}) as "its events were changed",
    exists (select from shifts where event = any(${events}::bigint[]) and id <> all(${shifts}::bigint[])) as "its events have other shifts",
    exists (select from requests where event = any(${events}::bigint[])) as "its events have requests",
    exists (select from people where id = any(${people}::bigint[]) and (last_login is not null or updated_at > ${since}))
      as "its people have signed in or were changed",
    exists (select from shifts where person = any(${people}::bigint[])) as "its people have shifts",
    exists (select from requests where person = any(${people}::bigint[])) or exists (select from availability where person = any(${people}::bigint[]))
      or exists (select from records where person = any(${people}::bigint[]) and id <> all(${records}::bigint[]))
      or exists (select from profileentries where person = any(${people}::bigint[]))
      as "its people have requests, availability or records"`.execute(db)
  return Object.entries(rows[0] ?? {}).flatMap(([reason, holds]) => (holds ? [reason] : []))
}

async function revert({ db, clock }: Ctx, changes: Traces['changes']): Promise<void> {
  const stamp = sql`updated_at = ${clock.now().toISOString()}::timestamptz`
  for (const table of ['people', 'events', 'shifts'] as const) {
    const changed = changes[table] ?? []
    if (changed.length === 0) continue
    const columns = [...new Set(changed.flatMap(({ before }) => Object.keys(before)))]
    const reversals = changed.map(({ id, before, after }) => ({ id, was: after, set: before }))
    const also = table === 'shifts' ? [stamp, sql`sequence = t.sequence + 1`] : [stamp]
    const reverted = await updateAll(db, table, columns, reversals, also)
    const ids = changed.map(({ id }) => id)
    const remaining = await sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(table)} where id = any(${ids}::bigint[])`.execute(db)
    if ((remaining.rows[0]?.n ?? 0) > reverted.length)
      throw new DomainError('conflict', `This import cannot be undone: ${table} it changed have been changed again.`)
  }
}

/** Columns that refer to a table's records; a record in use stays. */
const REFERENCES: Partial<Record<BulkTable, readonly (readonly [string, string])[]>> = {
  competencies: [
    ['records', 'competency'],
    ['training', 'competency'],
  ],
  series: [
    ['events', 'series'],
    ['requests', 'series'],
  ],
  eventtypes: [['events', 'eventtype']],
  locations: [
    ['events', 'location'],
    ['shifts', 'location'],
    ['requests', 'location'],
  ],
  assignments: [
    ['shifts', 'assignment'],
    ['requests', 'assignment'],
  ],
  roles: [
    ['shifts', 'role'],
    ['requests', 'role'],
  ],
}

const REMOVAL_ORDER = [
  'records',
  'shifts',
  'events',
  'people',
  'competencies',
  'series',
  'eventtypes',
  'locations',
  'assignments',
  'roles',
] as const

async function removeCreated(db: SiteDb, created: Traces['ids']): Promise<void> {
  for (const table of REMOVAL_ORDER) {
    const ids = created[table] ?? []
    if (ids.length === 0) continue
    const unused = (REFERENCES[table] ?? []).map(
      ([other, column]) => sql` and not exists (select from ${sql.table(other)} o where o.${sql.ref(column)} = t.id)`,
    )
    await sql`delete from ${sql.table(table)} t where t.id = any(${ids}::bigint[])${sql.join(unused, sql``)}`.execute(
      db,
    )
  }
}

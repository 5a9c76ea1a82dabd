import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { rekeyIssues } from '#server/shifts/roster-editor/commands.ts'
import { type OvertakenShift, STAGED_FIELDS, type StagedShifts } from './contract.ts'

type Stored = Record<string, unknown> & { id: number }

/**
 * Saves what was staged in the list of shifts, of any events, whole or not at all. A field that somebody else changed since
 * it was staged is not written over; one that they changed to the same is done already.
 * @throws DomainError 'conflict' with `overtaken` in its body; 'invalid' with messages under `${id}.${field}`; 'forbidden'.
 */
export async function saveStagedShifts(
  ctx: Ctx,
  engine: CollectionsEngine,
  { changes }: StagedShifts,
): Promise<{ saved: number }> {
  requireStanding(ctx.actor, 'admin')
  const ids = changes.map(({ id }) => id)
  const { rows } = await sql<Stored>`
    select id, ${sql.join(STAGED_FIELDS.map((name) => sql.ref(name)))} from shifts where id = any (${ids}::bigint[]) order by id for update`.execute(
    ctx.db,
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  const overtaken = changes.filter(({ id, was, fields }) => {
    const now = stored.get(id)
    return !now || STAGED_FIELDS.some((name) => name in fields && !isOneOf(now[name], was[name], fields[name]))
  })
  if (overtaken.length)
    throw new DomainError('conflict', 'Somebody else changed some of these shifts meanwhile.', {
      body: { overtaken: await tellOf(ctx, stored, overtaken) },
    })
  if (changes.length)
    await rekeyIssues(ids.map(String), () =>
      engine.update(
        ctx,
        'shifts',
        changes.map(({ id, fields }) => ({ ...fields, id })),
      ),
    )
  return { saved: changes.length }
}

const isOneOf = (value: unknown, ...others: unknown[]) => others.some((other) => plain(other) === plain(value))

/** Instants are compared by their moment, whichever way they are written; nothing and null are one. */
const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.getTime()
  const moment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(moment) ? (value ?? null) : moment
}

async function tellOf(
  { db }: Ctx,
  stored: ReadonlyMap<number, Stored>,
  overtaken: StagedShifts['changes'],
): Promise<OvertakenShift[]> {
  const ids = overtaken.map(({ id }) => id)
  const { rows } = await sql<{ id: number; name: string | null }>`
    select distinct on (a.subject_id) a.subject_id as id, p.name
    from audit a left join people p on p.site_id = a.site_id and p.id = a.person
    where a.subject = 'shifts' and a.subject_id = any (${ids}::bigint[]) order by a.subject_id, a.id desc`.execute(db)
  return overtaken.map(({ id, fields }) => {
    const now = stored.get(id)
    return {
      id,
      gone: !now,
      fields: now ? Object.fromEntries(Object.keys(fields).map((name) => [name, now[name]])) : {},
      by: rows.find((row) => row.id === id)?.name ?? null,
    }
  })
}

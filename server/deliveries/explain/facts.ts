import { sql } from 'kysely'
import type { BulkRecipient } from '#server/deliveries/bulk.ts'
import { readRecipients } from '#server/deliveries/recheck.ts'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import { readTold } from '#server/deliveries/told.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ExplainedRow, ShiftCase } from './rules.ts'

export type ReadCtx = Pick<Ctx, 'db' | 'site' | 'clock' | 'actor'>

export type StoredRow = ExplainedRow & { shift: number | null; event: number | null; person: number }

export const ROW = sql`d.id, d.person, d.shift, d.event, d.kind, d.channel, d.state, d.reason, d.due_at, d.sent_at, d.cause,
  d.start_local_date::text as start_local_date, d.facts -> 'before' as previous, exists (select from core.standing_questions q where q.site_id = d.site_id and q.id = (d.facts ->> 'question_id')::bigint) as question_stands, d.error is not null as refused`

/**
 * Reads a person as the last check before sending does.
 * @throws DomainError 'not_found', also for an erased one.
 */
export async function readPerson(db: SiteDb, id: number): Promise<BulkRecipient> {
  const person = (await readRecipients(db, [id])).get(id)
  if (!person || person.erased) throw notFound()
  return person
}

const MOST_ROWS = 2_000

/**
 * Reads the data to explain a person's messages about shifts, in six statements for any number of them: shifts that
 * exist, or with a delivery to the person.
 */
export async function readShiftCases(
  { db, site, clock, actor }: ReadCtx,
  person: BulkRecipient,
  shifts: readonly number[],
): Promise<ShiftCase[]> {
  if (!shifts.length) return []
  const ids = [...shifts]
  const facts = await shiftFacts(db, { shifts: ids })
  const { rows } = await sql<StoredRow>`
    select ${ROW} from deliveries d where d.shift = any (${ids}::bigint[]) and d.person = ${person.id}
    order by d.id desc limit ${MOST_ROWS}`.execute(db)
  const { rows: known } = await sql<{
    id: number
    known_at: Date | null
    question_seen: boolean
    email: Date | null
    sms: Date | null
  }>`
    select s.id, core.last_told(s.site_id, s.id, ${person.id}::bigint, 'email') as email, core.last_told(s.site_id, s.id, ${person.id}::bigint, 'sms') as sms, greatest(s.draft, s.assigned_at, s.start_changed_at) as known_at, s.asked as question_seen
    from shift_facts s where s.id = any (${ids}::bigint[])`.execute(db)
  const { rows: marks } = await sql<{ shift: number; settles: Date }>`
    select shift, max(greatest(settle_at, ${clock.now()})) as settles from marks where shift = any (${ids}::bigint[]) and person = ${person.id} group by shift`.execute(
    db,
  )
  const told = await readTold(db, ids)
  const now = clock.now()
  const reader = callersClock({ actor, site, clock })
  return ids.flatMap((id): ShiftCase[] => {
    const shift = facts.get(id)
    const own = rows.filter((row) => row.shift === id).reverse()
    const {
      known_at = null,
      question_seen = false,
      email = null,
      sms = null,
    } = known.find((one) => one.id === id) ?? {}
    if (!shift && !own.length) return []
    const found = shift ? { ...shift, known_at, question_seen } : null
    return [
      {
        ...{ id, shift: found, person, site, now, reader, rows: own },
        told: told({ shift: id, person: person.id }),
        told_by: { email, sms },
        settles: marks.find((mark) => mark.shift === id)?.settles ?? null,
      },
    ]
  })
}

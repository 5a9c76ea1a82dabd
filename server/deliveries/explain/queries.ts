import { sql } from 'kysely'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { Candidate } from './contract.ts'
import { type ReadCtx, ROW, readPerson, readShiftCases, type StoredRow } from './facts.ts'
import { explainShift, notOnEvent, storedCandidate } from './rules.ts'

const MOST_SHIFTS = 100
const MOST_OTHERS = 200

/**
 * Explains every message to a person about one shift, including a removed one.
 * @throws DomainError 'not_found' for an unknown person or shift.
 */
export async function explainShiftTo(ctx: ReadCtx, person: number, shift: number): Promise<Candidate[]> {
  const recipient = await readPerson(ctx.db, person)
  const [found] = await readShiftCases(ctx, recipient, [shift])
  if (!found) throw notFound()
  return explainShift(found)
}

/**
 * Explains every message to a person about one event: about their shifts in it, by start, and decisions on their
 * requests. Excludes messages to many.
 * @throws DomainError 'not_found' for an unknown person or event.
 */
export async function explainEventTo(ctx: ReadCtx, person: number, event: number): Promise<Candidate[]> {
  const recipient = await readPerson(ctx.db, person)
  const { rows: events } = await sql`select from events where id = ${event}`.execute(ctx.db)
  if (!events.length) throw notFound()
  const { rows: shifts } = await sql<{ id: number }>`
    select found.id from (
      select s.id from shifts s where s.event = ${event} and s.person = ${person}
      union select d.shift from deliveries d where d.event = ${event} and d.person = ${person} and d.shift is not null) found
    left join shifts s on s.id = found.id order by s.start, found.id limit ${MOST_SHIFTS}`.execute(ctx.db)
  const { rows: others } = await sql<StoredRow>`
    select ${ROW} from deliveries d
    where d.event = ${event} and d.person = ${person} and d.shift is null and d.kind not like 'bulk:%'
    order by d.id limit ${MOST_OTHERS}`.execute(ctx.db)
  const cases = await readShiftCases(
    ctx,
    recipient,
    shifts.map(({ id }) => id),
  )
  const ofShifts = cases.length ? cases.flatMap(explainShift) : notOnEvent()
  return [...ofShifts, ...others.map((row) => storedCandidate(row))]
}

import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'

/** Facts of a shift in a message. Location and contact fall back to the event's; instants are ISO text in UTC. */
export type ShiftFacts = {
  id: number
  event: number
  person: number | null
  start: string
  end: string
  /** The shift's own start, on which reminders are based; absent in older facts. */
  due_start?: string
  /** The shift's own end, if its person agreed on another one. */
  due_end?: string
  published: boolean
  began: boolean
  /** Whether its event is called off; absent in older facts. */
  called_off?: boolean
  /** Whether its event is archived and so asks nothing; absent in older facts. */
  archived?: boolean
  sequence: number
  event_name: string
  role: string | null
  assignment: string | null
  location: string | null
  /** Ids of the named records; absent in older facts. */
  role_id?: number | null
  assignment_id?: number | null
  location_id?: number | null
  address: string | null
  contact: string
  /** Its person's answer; absent in older facts. */
  answer?: ShiftAnswer | null
  /** Whether they had answered before it changed; absent in older facts. */
  asked_again?: boolean
  /** The coordinator's note for the person. Changing only the note notifies no one. */
  notes: string
}

/** The facts for someone else: without the times that its person agreed on. */
export const withOwnTimes = (shift: ShiftFacts): ShiftFacts => ({
  ...shift,
  start: shift.due_start ?? shift.start,
  end: shift.due_end ?? shift.end,
})

export type FactsById = ReadonlyMap<number, ShiftFacts>

type Times = [string, string, string, string]

const NO_FACTS: FactsById = new Map()

/**
 * Reads facts by id, of the given shifts or all shifts of the given events.
 * @param lock true locks shifts and events until the transaction ends.
 */
export async function shiftFacts(
  db: SiteDb,
  source: { shifts: readonly number[] } | { events: readonly number[] },
  { lock = false }: { lock?: boolean } = {},
): Promise<FactsById> {
  const [column, ids] = 'shifts' in source ? (['id', source.shifts] as const) : (['event', source.events] as const)
  if (!ids.length) return NO_FACTS
  // A view cannot be locked.
  if (lock)
    await sql`select from shifts s join events e on e.id = s.event where s.${sql.ref(column)} = any (${ids}::bigint[]) order by s.id for share of s, e`.execute(
      db,
    )
  const { rows } = await sql<ShiftFacts & Record<'start' | 'end' | 'due_start' | 'due_end', Date | string>>`
    select s.id, s.event, s.person, ${sql.raw(personStartSql('s'))} as start, ${sql.raw(personEndSql('s'))} as "end", s.start as due_start, s."end" as due_end, s.draft is not null as published,
      s.actual_start is not null or s.actual_end is not null as began, ${sql.raw(isOffSql('e'))} as called_off, e.archived, s.sequence, e.name as event_name, r.name as role, a.name as assignment,
      s.role as role_id, s.assignment as assignment_id, coalesce(s.location, e.location) as location_id,
      coalesce(l.name, el.name) as location, nullif(case when l.id is null then el.address else l.address end, '') as address, e.contact, s.notes, s.answer,
      s.answered_before is not null as asked_again
    from shift_facts s join events e on e.site_id = s.site_id and e.id = s.event
    left join roles r on r.site_id = s.site_id and r.id = s.role
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join locations l on l.site_id = s.site_id and l.id = s.location
    left join locations el on el.site_id = s.site_id and el.id = e.location
    where s.${sql.ref(column)} = any (${ids}::bigint[]) order by s.id`.execute(db)
  const iso = (value: Date | string) => (typeof value === 'string' ? value : value.toISOString())
  return new Map(
    rows.map(({ due_end: ownEnd, ...row }) => {
      const [start, end, due_start, due_end] = [row.start, row.end, row.due_start, ownEnd].map(iso) as Times
      return [row.id, { ...row, start, end, due_start, ...(due_end !== end && { due_end }) }]
    }),
  )
}

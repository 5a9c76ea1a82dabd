import { sql } from 'kysely'
import { difference } from '#server/deliveries/difference.ts'
import { readRecipients } from '#server/deliveries/recheck.ts'
import { preferenceVerdict } from '#server/deliveries/rules.ts'
import { shiftFacts } from '#server/deliveries/shift-facts.ts'
import { listTold } from '#server/deliveries/told.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Difference } from './check-rules.ts'

const DAYS_AHEAD = 7

type Untold = {
  shift: number
  person: number
  event: number | null
  message: string
  since: Date | null
  /** The message that told them last. */
  last: number | null
}

/**
 * Lists people who do not know the current state of a shift of the coming week, unless unreachable, or a message waits,
 * failed or is switched off. Ignores unsettled changes of the last hour.
 */
export async function checkTold(db: SiteDb, site: Site, now: Date): Promise<Difference[]> {
  const found = await withoutWord(db, await listUntold(db, now), now)
  const people = await readRecipients(db, [...new Set(found.map(({ person }) => person))])
  return found.flatMap(({ shift, person: id, message }): Difference[] => {
    const person = people.get(id)
    const isReached = (['email', 'sms'] as const).some(
      (channel) => person && !preferenceVerdict({ kind: message, channel, person, site }),
    )
    return person?.is_active && !person.erased && isReached
      ? [{ kind: 'missing', shift, person: id, message, channel: null }]
      : []
  })
}

async function listUntold(db: SiteDb, now: Date): Promise<Untold[]> {
  const until = new Date(now.getTime() + DAYS_AHEAD * 24 * 3_600_000)
  const { rows: near } = await sql<{ id: number }>`
    select id from shifts where draft is not null and person is not null and start > ${now} and start < ${until}
    union select shift from told where state = 'theirs' and (facts ->> 'start')::timestamptz > ${now} and (facts ->> 'start')::timestamptz < ${until}`.execute(
    db,
  )
  const ids = near.map(({ id }) => id)
  const [shifts, told] = [await shiftFacts(db, { shifts: ids }), await listTold(db, { shifts: ids }, { soon: true })]
  const keyOf = (pair: { shift: number; person: number }) => `${pair.shift} ${pair.person}`
  const onIt = [...shifts.values()].flatMap(({ id, person }) =>
    person === null ? [] : [{ shift: id, person, last: null }],
  )
  const knowing = told.map((last) => ({ shift: last.shift, person: last.person, last }))
  const pairs = new Map([...onIt, ...knowing].map((pair) => [keyOf(pair), pair]))
  return [...pairs.values()].flatMap(({ shift, person, last }) => {
    const is = shifts.get(shift) ?? null
    const event = is?.event ?? last?.facts.event ?? null
    const message = difference(person, last, is, now)
    return message ? [{ shift, person, event, message, since: last?.at ?? null, last: last?.delivery ?? null }] : []
  })
}

/** Excludes people with a message since then, in any state, and changes that can still be undone. */
async function withoutWord(db: SiteDb, untold: readonly Untold[], now: Date): Promise<Untold[]> {
  if (!untold.length) return []
  const { rows } = await sql<Untold>`
    select u.* from jsonb_to_recordset(${JSON.stringify(untold)}::jsonb)
      as u (shift bigint, person bigint, event bigint, message text, since timestamptz, last bigint)
    where not exists (select from marks m where m.shift = u.shift and m.person = u.person and m.settle_at > ${now}::timestamptz - interval '1 hour')
      and not exists (select from deliveries d where d.person = u.person and d.state <> 'cancelled' and (u.since is null or d.state = 'queued' or d.due_at > u.since or d.id > u.last)
        and (d.shift = u.shift and d.kind in ('shift.assigned', 'shift.changed', 'shift.cancelled')
          or d.event = u.event and d.shift is null and (d.kind = u.message or d.kind = 'event.called_off' and u.message = 'shift.cancelled')))
    order by u.shift, u.person`.execute(db)
  return rows
}

import { sql } from 'kysely'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import { readTold } from '#server/deliveries/told.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { isOffSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'

/** Instants are UTC. */
export type FeedEntry = {
  shift: number
  event: number | null
  name: string
  assignment: string
  location: string
  start: Date
  end: Date
  sequence: number
  changed_at: Date
  cancelled: boolean
  /** The person has not confirmed yet. */
  asked: boolean
}

export type Feed = { person: number; person_name: string; entries: FeedEntry[] }

export const FEED_PAST = '90 days'
export const FEED_FUTURE = '400 days'

/**
 * Reads the feed's published and withdrawn shifts in one statement. Excludes changes that can still be undone: calendar
 * programs would keep them until the next refresh.
 * @returns null when the secret is unknown, or its person is inactive or pending.
 */
export async function findFeed(db: SiteDb, secret: string, now: Date): Promise<Feed | null> {
  const { rows } = await sql<
    Omit<Feed, 'entries'> & { entries: (FeedEntry & { since: string | null })[]; unsettled: number[]; asks: boolean }
  >`
    select p.id as person, p.name as person_name, (select t.ask_answers from sites t where t.id = p.site_id) as asks,
      array(select distinct m.shift from marks m where m.site_id = p.site_id and m.person = p.id and m.settle_at > ${now}) as unsettled, coalesce((
      select json_agg(x order by x.start, x.shift) from (
        select s.id as shift, s.event, e.name, concat_ws(' · ', a.name, r.name) as assignment,
          coalesce(concat_ws(', ', coalesce(sl.name, l.name), nullif(coalesce(sl.address, l.address), '')), '') as location,
          ${sql.raw(personStartSql('s'))} as start, ${sql.raw(personEndSql('s'))} as "end", greatest(s.sequence, coalesce(w.sequence + 1, 0)) as sequence, greatest(s.updated_at, e.updated_at) as changed_at, ${sql.raw(isOffSql('e'))} as cancelled, t.ask_answers and s.answer is not distinct from 'asked' as asked, greatest(s.draft, s.assigned_at) as since
        from shift_facts s join events e on e.site_id = s.site_id and e.id = s.event join sites t on t.id = s.site_id
        left join assignments a on a.site_id = s.site_id and a.id = s.assignment
        left join roles r on r.site_id = s.site_id and r.id = s.role
        left join locations sl on sl.site_id = s.site_id and sl.id = s.location
        left join locations l on l.site_id = e.site_id and l.id = e.location
        left join withdrawn_shifts w on w.site_id = s.site_id and w.person = s.person and w.shift = s.id
        where s.site_id = p.site_id and s.person = p.id and s.draft is not null
          and s.start between ${now}::timestamptz - ${FEED_PAST}::interval and ${now}::timestamptz + ${FEED_FUTURE}::interval
        union all
        select w.shift, null, w.event_name, '', '', w.start, w."end", w.sequence, w.withdrawn_at, true, false, null
        from withdrawn_shifts w
        where w.site_id = p.site_id and w.person = p.id
          and w.start between ${now}::timestamptz - ${FEED_PAST}::interval and ${now}::timestamptz + ${FEED_FUTURE}::interval
          and not exists (select from shifts s where s.site_id = w.site_id and s.id = w.shift and s.person = w.person and s.draft is not null)
      ) x), '[]') as entries
    from calendar_feeds f join people p on p.site_id = f.site_id and p.id = f.person
    where f.secret = ${secret} and p.is_active and p.role <> 'new'`.execute(db)
  if (!rows[0]) return null
  const { unsettled, asks, ...feed } = rows[0]
  const known = new Date(now.getTime() - UNDO_WINDOW_MS)
  const entries = feed.entries.map(({ start, end, changed_at, since, ...entry }) => ({
    ...{ ...entry, start: new Date(start), end: new Date(end), changed_at: new Date(changed_at) },
    isNew: since === null || new Date(since) > known,
  }))
  const settled = entries.filter(({ shift }) => !unsettled.includes(shift))
  const changing = entries.filter(({ shift }) => unsettled.includes(shift))
  const before = await knownEntries(db, { person: feed.person, shifts: unsettled, asks }, changing)
  return { ...feed, entries: [...settled.map(settledEntry), ...before] }
}

/** `isNew`: the shift may have become theirs by a change that can still be undone. */
type Read = FeedEntry & { isNew: boolean }

const settledEntry = ({ isNew: _, ...entry }: Read): FeedEntry => entry

/**
 * Reads shifts as last told to their person; as they are where no message has told them. Their numbers are one below the
 * current ones, or more: the change has raised those.
 */
async function knownEntries(
  db: SiteDb,
  { person, shifts, asks }: { person: number; shifts: readonly number[]; asks: boolean },
  changing: readonly Read[],
): Promise<FeedEntry[]> {
  if (!shifts.length) return []
  const told = await readTold(db, shifts)
  return shifts.flatMap((shift): FeedEntry[] => {
    const last = told({ shift, person })
    const entry = changing.find((one) => one.shift === shift)
    if (!last) return entry && !entry.isNew ? [settledEntry(entry)] : []
    const { state, facts, at } = last
    if (state === 'not_theirs' || !facts.start || !facts.end) return []
    const { event_name: name = '', event = null, called_off = false, answer } = facts
    const sequence = Math.max(facts.sequence ?? 0, (entry?.sequence ?? 0) - 1)
    const joined = (separator: string, ...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(separator)
    return [
      {
        ...{
          shift,
          event,
          name,
          sequence,
          cancelled: called_off || state === 'off',
          changed_at: at,
          asked: asks && answer === 'asked',
        },
        ...{ start: new Date(facts.start), end: new Date(facts.end) },
        assignment: joined(' · ', facts.assignment, facts.role),
        location: joined(', ', facts.location, facts.address),
      },
    ]
  })
}

/**
 * Returns the secret of the acting person's feed, or null.
 * @throws DomainError 'forbidden' while impersonating: the secret opens the feed permanently.
 */
export async function findFeedSecret({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<string | null> {
  const person = requirePerson(actor)
  refuseWhileImpersonating({ actor })
  const row = await db.selectFrom('calendar_feeds').select('secret').where('person', '=', person).executeTakeFirst()
  return row?.secret ?? null
}

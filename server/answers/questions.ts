import { sql } from 'kysely'
import { askedUntil } from '#server/deliveries/questions.ts'
import { readSite } from '#server/deliveries/recheck.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { createWithSite, type SiteDb } from '#server/engine/tenancy/with-site.ts'

type Deps = { pool: Pool; clock: Clock; log: Log; stopping?: () => boolean }

/** How many sites one round asks about; the next goes on. */
const SITES = 10_000
/** How many people a transaction asks at most. */
const PORTION = 200
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Whoever is asked about a shift is asked about those of the days after it, too, so that a weekend or a week is one message. */
const TOGETHER_MS = 7 * DAY_MS

/**
 * Asks about shifts that were published before they were near enough to be asked about, and are so now: all of a person in one message. Sites
 * are planned one by one, so that one that fails holds up no other; repeating it, or running it in several workers, asks nobody twice.
 * @param deps.pool of the worker role.
 */
export async function askAsShiftsComeNear({ pool, clock, log, stopping = () => false }: Deps): Promise<void> {
  const now = clock.now()
  const due = await inTransaction<DB, { site: number }[]>(pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ due: { site: number }[] }>`
      select core.questions_due(${now}, ${SITES}::integer) as due`.execute(db)
    return rows[0]?.due ?? []
  })
  const withSite = createWithSite(pool)
  for (const { site } of due) {
    let people = PORTION
    while (people === PORTION && !stopping())
      people = await withSite(mintSiteId(site), (db) => askPortion(db, now), { access: 'write' }).catch(
        (error: unknown) => {
          log.error({ err: error, site }, 'people were not asked about shifts that come near')
          return 0
        },
      )
  }
}

/**
 * Marks the shifts of a portion of people, and queues the questions that no message has put: not where the notice of the shift asked, or one
 * of a change did. @returns how many people they are.
 */
async function askPortion(db: SiteDb, now: Date): Promise<number> {
  const site = await readSite(db)
  const until = askedUntil(site, now)
  const ahead = `${(until.getTime() - now.getTime()) / HOUR_MS} hours`
  const yesterday = new Date(now.getTime() - DAY_MS)
  const { rows } = await sql<{ people: number }>`
    with ready as materialized (
      select s.id, s.event, s.person, s.start, s.answer_version, s.start <= ${until} as near,
        ${site.ask_answers}::boolean and greatest(s.draft, s.assigned_at, s.start_changed_at) <= s.start - ${ahead}::interval
          and not exists (select from answer_links l where l.person = s.person
            and l.shifts @> jsonb_build_array(jsonb_build_object('id', s.id, 'version', s.answer_version))) as unasked
      from shifts s join events e on e.id = s.event and e.decision is distinct from 'off' and not e.archived
      join people p on p.id = s.person and p.is_active and p.erased_at is null
      where s.answer_state = 'asked' and s.question_version is distinct from s.answer_version and s.draft is not null and s.actual_start is null
        and s.start > ${new Date(now.getTime() + DAY_MS)} and s.start <= ${new Date(until.getTime() + TOGETHER_MS)}
        and greatest(s.draft, s.assigned_at, s.start_changed_at) <= ${yesterday}
        and not exists (select from deliveries d where d.shift = s.id and d.person = s.person and d.kind like 'shift.%'
          and (d.state in ('queued', 'sending') or d.state <> 'cancelled' and coalesce(d.sent_at, d.due_at) > ${yesterday}))),
    portion as materialized (
      select person, bool_or(unasked) as asks from ready where near group by person order by person limit ${PORTION}),
    due as (
      select r.*, r.unasked and p.asks as asked from ready r join portion p on p.person = r.person join shifts s on s.id = r.id
      where r.near or r.unasked and p.asks order by r.id for update of s skip locked),
    marked as (update shifts s set question_version = d.answer_version from due d where s.id = d.id),
    queued as (
      insert into deliveries (shift, event, person, kind, channel, cause, start_local_date, due_at, useful_until, facts, together)
      select d.id, d.event, d.person, 'shift.asked', c.channel, 'v' || d.answer_version, (d.start at time zone ${site.timezone})::date, ${now}, min(d.start) over (partition by d.person),
        jsonb_build_object('version', d.answer_version), 'asked ' || ${now.toISOString()}
      from due d join people p on p.id = d.person
      cross join (values ('email'), ('sms')) c (channel)
      where d.asked and case c.channel when 'email' then p.email <> ''
        else ${site.sms_enabled}::boolean and p.phone is not null and p.sms_verified and p.sms_notifications end
      on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do nothing)
    select count(distinct person)::integer as people from due`.execute(db)
  return rows[0]?.people ?? 0
}

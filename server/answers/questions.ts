import { sql } from 'kysely'
import { askedUntil } from '#server/deliveries/questions.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { readSite } from '#server/engine/tenancy/read-site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { IS_AS_LINKED, LINKED } from './links/store.ts'

/** How many sites one round asks about; the next goes on. */
const SITES = 10_000
/** How many people of a site one round asks. */
const PORTION = 200
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Whoever is asked about a shift is asked about those of the days after it, too, so that a weekend or a week is one message. */
const TOGETHER_MS = 7 * DAY_MS

/**
 * Asks about shifts that were published before they were near enough to be asked about, and are so now: all of a person in one message.
 * Repeating it, or running it in several workers, asks nobody twice.
 */
export const askAsShiftsComeNear = (deps: SweepDeps): Promise<unknown> =>
  sweep<{ site: number }>(deps, {
    name: 'answers',
    find: 'questions_due',
    most: SITES,
    work: ({ db, clock }) => askPortion(db, clock.now()),
  })

/**
 * Marks the shifts of a portion of people, and queues the questions that no message has put: not where the notice of the shift asked, or one
 * of a change did.
 */
async function askPortion(db: SiteDb, now: Date): Promise<void> {
  const site = await readSite(db)
  const until = askedUntil(site, now)
  const ahead = `${(until.getTime() - now.getTime()) / HOUR_MS} hours`
  const yesterday = new Date(now.getTime() - DAY_MS)
  await sql`
    with ready as materialized (
      select s.id, s.event, s.person, s.start, s.start <= ${until} as near,
        ${site.ask_answers}::boolean and greatest(s.draft, s.assigned_at, s.start_changed_at) <= s.start - ${ahead}::interval
          and not core.was_asked(s, false) and not exists (select from answer_links l cross join jsonb_to_recordset(l.shifts) as x ${sql.raw(LINKED)}
            where l.person = s.person and x.id = s.id and ${sql.raw(IS_AS_LINKED)}) as unasked
      from shifts s join events e on e.id = s.event and e.decision is distinct from 'off' and not e.archived
      join people p on p.id = s.person and p.is_active and p.erased_at is null
      where s.answer_state = 'asked' and not s.question_put and s.draft is not null and s.actual_start is null
        and s.start > ${new Date(now.getTime() + DAY_MS)} and s.start <= ${new Date(until.getTime() + TOGETHER_MS)}
        and greatest(s.draft, s.assigned_at, s.start_changed_at) <= ${yesterday}
        and not exists (select from deliveries d where d.shift = s.id and d.person = s.person and d.kind like 'shift.%'
          and (d.state in ('queued', 'sending') or d.state <> 'cancelled' and coalesce(d.sent_at, d.due_at) > ${yesterday}))),
    portion as materialized (
      select person, bool_or(unasked) as asks from ready where near group by person order by person limit ${PORTION}),
    due as (
      select r.*, r.unasked and p.asks as asked from ready r join portion p on p.person = r.person join shifts s on s.id = r.id
      where r.near or r.unasked and p.asks order by r.id for update of s skip locked),
    marked as (update shifts s set question_put = true from due d where s.id = d.id),
    put as (insert into questions (shift, person, again, at) select id, person, false, ${now} from due returning id, shift),
    queued as (
      insert into deliveries (shift, event, person, kind, channel, cause, start_local_date, due_at, useful_until, facts, together)
      select d.id, d.event, d.person, 'shift.asked', c.channel, 'q' || q.id, (d.start at time zone ${site.timezone})::date, ${now}, min(d.start) over (partition by d.person),
        jsonb_build_object('question_id', q.id), 'asked ' || ${now.toISOString()}
      from due d join put q on q.shift = d.id join people p on p.id = d.person
      cross join (values ('email'), ('sms')) c (channel)
      where d.asked and case c.channel when 'email' then p.email <> ''
        else ${site.sms_enabled}::boolean and p.phone is not null and p.sms_verified and p.sms_notifications end
      on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do nothing)
    select count(distinct person)::integer as people from due`.execute(db)
}

import { sql } from 'kysely'
import { channelSql } from '#server/cover/reach-sql.ts'
import { noticeLane } from '#server/deliveries/notice-lane-sql.ts'
import { weeksAskedAhead } from '#server/deliveries/questions.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { IS_AS_LINKED, LINKED } from './links/store.ts'

/** Limits of one round: shifts read per round, and people asked per site. */
const FOUND = 10_000
const PORTION = 100
const USEFUL_UNTIL = sql`case when d.again then d.start else min(d.start) over (partition by d.person, d.again) end`

/** Maximum rounds per tick: reminders wait for them, even when every shift is due, as after an upgrade. */
const ROUNDS = 5

/**
 * Puts questions about upcoming shifts: once, unless the shift's notice did so already, and once more without an answer
 * in time if a message asked. Coordinators see people whom no message reaches as silent from the same day. Shifts of one weekend or week share a message. Reads due shifts from `core.dues` (`ask_at`). Idempotent;
 * safe in several workers.
 */
export async function askForAnswers(deps: SweepDeps): Promise<void> {
  for (let round = 0; round < ROUNDS && !deps.stopping?.(); round++) {
    const { done } = await sweep<{ site: number }>(deps, {
      name: 'answers',
      find: 'questions_due',
      most: FOUND,
      work: askPortion,
    })
    if (!done) return
  }
}

/**
 * Stores the questions of a batch of people, and queues those not sent with another message. Where the site does not
 * ask, it stores them without queueing, so that enabling questions later asks about no past ones.
 * @returns whether any shift was due.
 */
async function askPortion({ db, site, clock }: Ctx): Promise<boolean> {
  const now = clock.now()
  const ahead = `${weeksAskedAhead(site) * 7 * 24} hours`
  const { rows } = await sql<{ looked: boolean }>`
    with portion as materialized (
      select distinct s.person from dues d join shifts s on s.id = d.id
      where d.ask_at <= ${now} and s.person is not null and not exists (select from marks m where m.shift = d.id and m.person = s.person) order by s.person limit ${PORTION}),
    looked as materialized (
      select d.id, d.ask_at from portion p join shifts s on s.person = p.person join dues d on d.id = s.id
      where not exists (select from marks m where m.shift = d.id and m.person = s.person)
        and (d.ask_at <= ${now} or s.start between ${now} and ${now}::timestamptz + ${ahead}::interval + interval '7 days')
      order by d.id for update of d skip locked),
    held as materialized (
      select s.id, s.event, s.person, s.start, s.asked, s.nudged, greatest(s.draft, s.assigned_at, s.start_changed_at) as known_at,
        s.answer = 'asked' and not s.has_begun and s.start > ${now}::timestamptz + interval '1 day'
          and s.is_live and p.is_active and p.erased_at is null as is_open,
        (select max(case when d.state in ('queued', 'sending') then greatest(d.due_at, ${now}) else coalesce(d.sent_at, d.due_at) end) from deliveries d
          where d.shift = s.id and d.person = s.person and d.kind like 'shift.%' and d.state <> 'cancelled') as noticed_at,
        (select max(a.at) from answers a where a.shift = s.id and a.answer = 'asked') as withdrawn_at,
        exists (select from answer_links l cross join jsonb_to_recordset(l.shifts) as x ${sql.raw(LINKED)}
          where l.person = s.person and x.id = s.id and ${sql.raw(IS_AS_LINKED)}) as linked,
        exists (select from answer_links l cross join jsonb_to_recordset(l.shifts) as x (id bigint) where l.person = s.person and x.id = s.id) as was_asked,
        ${sql.raw(channelSql('p', String(site.sms_enabled)))} = 'none' as is_unreached
      from looked l join shift_facts s on s.id = l.id join people p on p.id = s.person),
    timed as materialized (
      select h.*, h.is_open and not h.asked as wants_first, h.is_open and not h.nudged and ${site.ask_answers}::boolean as wants_again,
        greatest(h.start - ${ahead}::interval, t.ready_at) as first_at,
        greatest(core.reminder_due(h.start, ${site.timezone}, ${site.answer_by_days}), t.ready_at, h.withdrawn_at + interval '1 day') as again_at,
        ${site.ask_answers}::boolean and h.is_open and not h.asked and not h.linked and h.known_at <= h.start - ${ahead}::interval and t.ready_at <= ${now}
          and h.start <= ${now}::timestamptz + ${ahead}::interval + interval '7 days' as unasked
      from held h cross join lateral (select greatest(h.known_at, h.noticed_at) + interval '1 day' as ready_at) t),
    asking as materialized (
      select person from timed where wants_first and unasked and first_at <= ${now} group by person),
    due as materialized (
      select id, event, person, start, false as again, unasked and person in (select person from asking) as sends from timed
        where wants_first and (first_at <= ${now} or unasked and person in (select person from asking))
      union all
      select id, event, person, start, true, was_asked from timed
        where wants_again and (was_asked or is_unreached) and again_at <= ${now} and not (unasked and person in (select person from asking))),
    put as (insert into questions (shift, person, again, at) select id, person, again, ${now} from due returning id, shift, again),
    queued as (
      insert into deliveries (shift, event, person, kind, channel, lane, cause, start_local_date, due_at, useful_until, facts, together)
      select d.id, d.event, d.person, case when d.again then 'answer.nudge' else 'shift.asked' end, c.channel,
        ${noticeLane(sql`${now}`, USEFUL_UNTIL)}, 'q' || q.id,
        (d.start at time zone ${site.timezone})::date, ${now}, ${USEFUL_UNTIL},
        jsonb_build_object('question_id', q.id), case when not d.again then 'asked ' || ${now.toISOString()}::text end
      from due d join put q on q.shift = d.id and q.again = d.again join people p on p.id = d.person
      cross join (values ('email'), ('sms')) c (channel)
      where d.sends and case c.channel when 'email' then p.email <> ''
        else ${site.sms_enabled}::boolean and p.phone is not null and p.sms_verified and p.sms_notifications end
        -- A reminder of the same day asks.
        and not (d.again and (c.channel = 'sms' or p.email_reminders) and exists (select from deliveries r where r.shift = d.id and r.person = d.person
          and r.channel = c.channel and r.kind like 'reminder.%' and r.state in ('queued', 'sending', 'sent', 'delivered', 'unknown')
          and r.due_at > ${now}::timestamptz - interval '1 day'))
      on conflict (site_id, shift, person, kind, channel, start_local_date, cause) where shift is not null do nothing),
    next as materialized (
      select t.id, least(
        case when t.wants_first and not exists (select from due d where d.id = t.id and not d.again) then greatest(t.first_at, ${now}::timestamptz + interval '1 minute') end,
        case when t.wants_again and (t.was_asked or t.is_unreached or t.again_at > ${now}) and not exists (select from due d where d.id = t.id and d.again) then greatest(t.again_at, ${now}::timestamptz + case
          when exists (select from due d where d.id = t.id and d.sends) then interval '1 day' else interval '1 minute' end) end) as ask_at
      from timed t),
    kept as (update dues d set ask_at = coalesce(n.ask_at, 'infinity') from next n where d.id = n.id and (n.ask_at is not null or d.look_at < 'infinity')),
    gone as (delete from dues d using next n where d.id = n.id and n.ask_at is null and d.look_at = 'infinity')
    select exists (select from looked where ask_at <= ${now}) as looked`.execute(db)
  return rows[0]?.looked ?? false
}

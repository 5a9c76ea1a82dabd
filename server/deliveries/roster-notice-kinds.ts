import { type RawBuilder, sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

type KindRule = {
  /** Selects as `id` which of these subjects are still as the notice says. */
  standing: (subjects: readonly number[]) => RawBuilder<{ id: number }>
  /** Whether its SMS does not wait for the morning once no more than twelve hours are left until the shift. */
  urgent?: true
  /** The choice on the page of the preference link by which one says that one wants no more of only these. */
  stop?: { label: string; stream: string }
  /** Who gets it, in the last line of the mail: "You get this because …" and the name of the club. */
  why: string
}

/** The requests to cover that still wait for an answer, or have had one. */
const ASKING = sql`select a.id from coverasks a join covers c on c.id = a.cover join shifts s on s.id = c.shift
  where a.answer is not null or c.state in ('searching', 'paused', 'exhausted') or s.person = a.person`

/** Whether a shift still needs somebody as a notice to a coordinator said, whose row is `d`; and whether the one who could not come does. */
const IS_GAP = sql`exists (select from shift_facts s join events e on e.id = s.event and e.decision is distinct from 'off' and not e.archived
  where s.id = (d.facts ->> 'shift_id')::bigint and s.draft is not null
    and (s.person is null or s.person = (d.facts ->> 'missing')::bigint and s.answer = 'seeking_cover'))`
const COMES = sql`exists (select from shift_facts s join events e on e.id = s.event and e.decision is distinct from 'off' and not e.archived
  where s.id = (d.facts ->> 'shift_id')::bigint and s.draft is not null and s.person = (d.facts ->> 'missing')::bigint
    and s.answer is distinct from 'asked' and s.answer is distinct from 'seeking_cover')`

const ids = (subjects: readonly number[]) => sql`any (${[...subjects]}::bigint[])`

/** Which of these offers still stand. */
const OFFERED = (offers: readonly number[]) =>
  sql<{ id: number }>`select o.id from waitingoffers o join waiting w on w.id = o.waiting
    join shifts s on s.id = o.shift and s.event = w.event and s.assignment = w.assignment
    join events e on e.id = s.event and e.decision is distinct from 'off'
    where o.id = ${ids(offers)} and o.ended is null and s.person is null and s.draft is not null
      and core.is_as_offered(o, s, coalesce(s.location, e.location))`

/** SQL: whether a coordinator is to decide about event `e`. */
const AWAITS_DECISION = sql`e.decision is null and e.decide_at is not null and not e.archived and core.people_needed(e, false) > 0`

/**
 * The kinds of notices about the roster (`roster-notices.ts`). To add one: a line here with the check that is made just before it is sent, its words
 * in `app/screens/deliveries/kind-text.ts`, and a row in the table of `docs/reminders.md`; then queue it with `queueRosterNotices`.
 */
const KINDS = {
  /** The time has come to decide whether an event goes ahead. Subject: the event. */
  'event.decide': {
    standing: (events) => sql`select id from events e where id = ${ids(events)} and ${AWAITS_DECISION}`,
    why: 'you coordinate events at',
  },
  /** Nothing is left to decide. Subject: the event. */
  'event.decided': {
    standing: (events) =>
      sql`select q.id from unnest(${[...events]}::bigint[]) q (id) where not exists (select from events e where e.id = q.id and ${AWAITS_DECISION})`,
    why: 'you coordinate events at',
  },
  /** An event does not take place: it is called off or deleted. Subject: the event. */
  'event.called_off': {
    standing: (events) =>
      sql`select q.id from unnest(${[...events]}::bigint[]) q (id) where not exists (select from events e where e.id = q.id and e.decision is distinct from 'off')`,
    why: 'you volunteer at',
  },
  /** An event that was called off takes place after all. Subject: the event. */
  'event.back_on': {
    standing: (events) => sql`select id from events where id = ${ids(events)} and decision is distinct from 'off'`,
    why: 'you volunteer at',
  },
  /** Somebody is asked to take or to swap a shift, or a coordinator to approve it or to know of it shortly before. Subject: the circle of people (`server/swaps`). */
  'swap.asked': {
    standing: (circles) => sql`select id from swap_circles where id = ${ids(circles)} and state = 'proposed'`,
    why: 'you volunteer at',
  },
  /** Shifts have moved between people. Subject: the circle. */
  'swap.done': {
    standing: (circles) => sql`select id from swap_circles where id = ${ids(circles)} and state = 'done'`,
    why: 'you volunteer at',
  },
  /** A swap has ended and nothing has moved. Subject: the circle. */
  'swap.declined': {
    standing: (circles) =>
      sql`select id from swap_circles where id = ${ids(circles)} and state in ('declined', 'withdrawn', 'expired')`,
    why: 'you volunteer at',
  },
  /** Somebody cannot come. Subject: the answer, while it is the last one about its shift and nobody else has the shift. */
  'answer.declined': {
    urgent: true,
    standing: (answers) =>
      sql`select a.id from answers a join shift_facts s on s.id = a.shift join events e on e.id = s.event and e.decision is distinct from 'off'
        where a.id = ${ids(answers)} and s.actual_start is null
          and case a.answer when 'released' then s.person is null else s.person = a.person and s.answer = 'seeking_cover' end
          and not exists (select from answers b where b.shift = a.shift and b.id > a.id and b.answer <> a.answer)`,
    why: 'you coordinate events at',
  },
  /** Somebody is asked to cover a shift. Subject: the request, while it waits for an answer and the shift for somebody. */
  'cover.asked': {
    urgent: true,
    standing: (asks) =>
      sql`select a.id from coverasks a join covers c on c.id = a.cover join shift_facts s on s.id = c.shift
        join events e on e.id = s.event and e.decision is distinct from 'off' and not e.archived
        where a.id = ${ids(asks)} and a.answer is null and c.state in ('searching', 'paused', 'exhausted') and s.draft is not null
          and s.actual_start is null and (s.person is null or s.person = c.person and s.answer = 'seeking_cover')`,
    stop: { label: 'Stop being asked to cover', stream: 'cover' },
    why: 'you can be asked to cover shifts at',
  },
  /** Somebody has taken the shift of a person who could not come. Subject: the search. */
  'cover.found': {
    standing: (covers) =>
      sql`select c.id from covers c join shifts s on s.id = c.shift
        where c.id = ${ids(covers)} and c.state = 'covered' and s.person is distinct from c.person`,
    why: 'you looked for cover at',
  },
  /** What somebody was asked to cover needs them no more. Subject: the request. */
  'cover.taken': {
    standing: (asks) => sql`select id from unnest(${[...asks]}::bigint[]) id where id not in (${ASKING})`,
    why: 'you were asked to cover a shift at',
  },
  /** A shift is offered to somebody on a waiting list. Subject: the offer. */
  'waiting.offered': {
    urgent: true,
    standing: (offers) => OFFERED(offers),
    why: 'you are on a waiting list at',
  },
  /** Somebody did not answer an offer in time, or it has ended otherwise. Subject: the offer. */
  'waiting.expired': {
    standing: (offers) => sql`select id from unnest(${[...offers]}::bigint[]) id where id not in (${OFFERED(offers)})`,
    why: 'you are on a waiting list at',
  },
  /** Somebody on a waiting list did not take a shift that a coordinator offered them by hand. Subject: the shift, while it is open. */
  'waiting.not_taken': {
    standing: (shifts) => sql`select id from shifts where id = ${ids(shifts)} and person is null and draft is not null`,
    why: 'you coordinate events at',
  },
  /** Shifts of a planned publication were not published. Subject: the publication. */
  'publication.left_out': {
    standing: (publications) => sql`select id from publications where id = ${ids(publications)} and state = 'done'`,
    why: 'you planned to publish shifts at',
  },
  /** Everybody who could cover a shift was asked. Subject: the search. */
  'cover.exhausted': {
    urgent: true,
    standing: (covers) => sql`select id from covers where id = ${ids(covers)} and state = 'exhausted'`,
    why: 'you coordinate events at',
  },
  /** Somebody who could not come comes after all. Subject: the delivery that said that they could not. */
  'answer.kept': {
    standing: (told) => sql`select d.id from deliveries d where d.id = ${ids(told)} and not ${IS_GAP} and ${COMES}`,
    why: 'you coordinate events at',
  },
  /** A shift that needed somebody has somebody, or is no longer needed. Subject: the delivery that said that it does. */
  'cover.ended': {
    standing: (told) => sql`select d.id from deliveries d where d.id = ${ids(told)} and not ${IS_GAP} and not ${COMES}`,
    why: 'you coordinate events at',
  },
} as const satisfies Record<string, KindRule>

export type RosterNoticeKind = keyof typeof KINDS

export const isRosterNoticeKind = (kind: string): kind is RosterNoticeKind => Object.hasOwn(KINDS, kind)

/** The choice that stops only notices of this kind; null where only all notices can be turned off. */
export const stopLink = (kind: RosterNoticeKind): { label: string; stream: string } | null => {
  const rule: KindRule = KINDS[kind]
  return rule.stop ?? null
}

/** Whether an SMS of this kind is sent at night, too, where the shift is near. */
export const isUrgentKind = (kind: RosterNoticeKind): boolean => 'urgent' in KINDS[kind]

/** Why somebody gets a notice of this kind, as a part of a sentence. */
export const whyNotified = (kind: RosterNoticeKind): string => KINDS[kind].why

/** Returns which subjects are still as a notice of this kind says. */
export async function standingSubjects(
  db: SiteDb,
  kind: RosterNoticeKind,
  subjects: readonly number[],
): Promise<number[]> {
  const { rows } = await KINDS[kind].standing(subjects).execute(db)
  return rows.map(({ id }) => id)
}

import { type RawBuilder, sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

type KindRule = {
  /** Selects as `id` which of these subjects are still as the notice says. */
  standing: (subjects: readonly number[]) => RawBuilder<{ id: number }>
  /** Who gets it, in the last line of the mail: "You get this because …" and the name of the club. */
  why: string
}

const ids = (subjects: readonly number[]) => sql`any (${[...subjects]}::bigint[])`

/**
 * The kinds of notices about the roster (`roster-notices.ts`). To add one: a line here with the check that is made just before it is sent, its words
 * in `app/screens/deliveries/kind-text.ts`, and a row in the table of `docs/reminders.md`; then queue it with `queueRosterNotices`.
 */
const KINDS = {
  /** The time has come to decide whether an event goes ahead. Subject: the event. */
  'event.decide': {
    standing: (events) =>
      sql`select id from events where id = ${ids(events)} and decision is null and decide_at is not null`,
    why: 'you coordinate events at',
  },
  /** An event does not take place. Subject: the event. */
  'event.called_off': {
    standing: (events) => sql`select id from events where id = ${ids(events)} and decision = 'off'`,
    why: 'you volunteer at',
  },
  /** An event that was called off takes place after all. Subject: the event. */
  'event.back_on': {
    standing: (events) => sql`select id from events where id = ${ids(events)} and decision is distinct from 'off'`,
    why: 'you volunteer at',
  },
  /** Somebody is asked to take or to swap a shift, or a coordinator to approve it. Subject: the circle of people (`server/swaps`). */
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
} as const satisfies Record<string, KindRule>

export type RosterNoticeKind = keyof typeof KINDS

export const isRosterNoticeKind = (kind: string): kind is RosterNoticeKind => Object.hasOwn(KINDS, kind)

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

import type { Selectable } from 'kysely'
import type { ShiftFacts } from '#server/engine/tenancy/schema.gen.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import type { AnswerInput } from './contract.ts'

/** Hours before the start below which coordinators are notified of a decline immediately. */
export const URGENT_HOURS = 48

const HOUR = 3_600_000
const DAY = 24 * HOUR

export type AnsweredShift = Pick<
  Selectable<ShiftFacts>,
  'person' | 'person_start' | 'answer' | 'has_begun' | 'is_published' | 'is_off' | 'is_live'
>

export type ReleaseRule = { allow_release: boolean; release_days: number }

export type AnswerRefusal =
  | 'missing'
  | 'not_yours'
  | 'open'
  | 'unpublished'
  | 'begun'
  | 'called_off'
  | 'archived'
  | 'release_not_allowed'
export type AnswerVerdict = { ok: true; state: ShiftAnswer | 'released' } | { ok: false; reason: AnswerRefusal }

const refuse = (reason: AnswerRefusal): AnswerVerdict => ({ ok: false, reason })

/**
 * Decides the effect of an answer. People answer for their own published shifts until the start; an admin answers for
 * anyone and may take anyone off.
 * @param me the acting person; null for a link, which is checked already.
 */
export function answerVerdict(
  shift: AnsweredShift | undefined,
  { answer, release }: Pick<AnswerInput, 'answer' | 'release'>,
  { me, admin, now, site }: { me: number | null; admin: boolean; now: Date; site: ReleaseRule },
): AnswerVerdict {
  if (!shift || (!shift.is_published && !admin)) return refuse('missing')
  if (shift.person === null) return refuse('open')
  if (me !== null && shift.person !== me && !admin) return refuse('not_yours')
  if (!shift.is_published) return refuse('unpublished')
  if (shift.has_begun || shift.person_start.getTime() <= now.getTime()) return refuse('begun')
  if (shift.is_off) return refuse('called_off')
  if (!shift.is_live) return refuse('archived')
  if (answer !== 'declined') return { ok: true, state: answer }
  if (!release) return { ok: true, state: 'seeking_cover' }
  return admin || mayRelease(shift.person_start, now, site)
    ? { ok: true, state: 'released' }
    : refuse('release_not_allowed')
}

/** Whether a member may leave a shift: the site allows it, and more than `release_days` are left. */
export const mayRelease = (start: Date, now: Date, { allow_release, release_days }: ReleaseRule): boolean =>
  allow_release && start.getTime() - now.getTime() > release_days * DAY

export const isUrgent = (start: Date, now: Date): boolean => start.getTime() - now.getTime() < URGENT_HOURS * HOUR

/** Formats the time left, rounded down: `in 3 days`, `in 5 hours`, `in less than an hour`. */
export function timeLeft(start: Date, now: Date): string {
  const hours = Math.floor((start.getTime() - now.getTime()) / HOUR)
  if (hours < 1) return 'in less than an hour'
  if (hours < URGENT_HOURS) return `in ${hours} ${hours === 1 ? 'hour' : 'hours'}`
  return `in ${Math.floor(hours / 24)} days`
}

/** Whether coordinators are notified of a decline immediately: little time is left, or no one is asked to cover. */
export const tellsCoordinators = (
  { start, now }: { start: Date; now: Date },
  { cover, released }: { cover: boolean; released: boolean },
): boolean => isUrgent(start, now) || (!cover && !released)

const TOLD_A_DAY = 6

export type NotifiedDecline = { person: number; at: Date }

/**
 * Decides when to notify coordinators of a decline. A repeated one waits an hour after the last, unless little time is
 * left; a shift has at most six within a day.
 * @param told of the same shift, in any order.
 * @param due without these limits.
 */
export function declineDue(
  { person, start, due }: { person: number; start: Date; due: Date },
  told: readonly NotifiedDecline[],
): Date {
  const times = told.map(({ at }) => at.getTime()).sort((a, b) => b - a)
  const own = told.filter((one) => one.person === person).map(({ at }) => at.getTime())
  const hourly = isUrgent(start, due) ? [] : own.map((at) => at + HOUR)
  const daily = times.slice(TOLD_A_DAY - 1, TOLD_A_DAY).map((at) => at + DAY)
  return new Date(Math.max(due.getTime(), ...hourly, ...daily))
}

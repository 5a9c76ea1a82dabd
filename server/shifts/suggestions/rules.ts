import { Temporal } from 'temporal-polyfill'
import type { AgainstCode, ForCode, Reason, Suggestion } from './contract.ts'

/** Instants are ISO text in UTC. */
export type ShiftToFill = {
  /** The stored shift to fill; null for an unsaved one. */
  shift: number | null
  role: number | null
  assignment: number | null
  start: string
  end: string
}

export type Candidate = {
  person: number
  name: string
  avatar: string | null
  /** Their request for this event, unless it was declined. */
  request: { role: number | null; assignment: number | null; comments: string } | null
  /** 0 = unavailable, 1 = available, 2 = only if required, by local date; a missing date is unknown. */
  availability: Readonly<Record<string, number>>
  shifts: readonly { shift: number; event: number; event_name: string; start: string; end: string }[]
  /** The last valid day of the newest record of each competency; null for never. */
  competencies: Readonly<Record<number, string | null>>
}

export type SuggestionSite = { zone: string; event: number; needs: readonly { id: number; name: string }[] }

/** From this many shifts in a month, the coordinator is advised to ask somebody else. */
const BUSY_MONTH_SHIFTS = 3

const UNFIT: readonly AgainstCode[] = ['unqualified', 'unavailable', 'double_booked', 'on_it']

/**
 * Ranks the candidates for a shift: people who asked for it first, then people who said that they are available, each with the
 * reasons for and against. It never takes anybody off the list.
 */
export function suggest(target: ShiftToFill, candidates: readonly Candidate[], site: SuggestionSite): Suggestion[] {
  return candidates
    .map((candidate) => judge(target, candidate, site))
    .sort(
      (a, b) =>
        rank(a) - rank(b) || a.month_count - b.month_count || a.name.localeCompare(b.name, 'en') || a.person - b.person,
    )
}

function judge(target: ShiftToFill, candidate: Candidate, { zone, event, needs }: SuggestionSite): Suggestion {
  const pro: Reason<ForCode>[] = []
  const contra: Reason<AgainstCode>[] = []
  const { request } = candidate
  const days = daysOf(target, zone)

  if (request) {
    const hasWish = request.role !== null || request.assignment !== null
    const asksForThis =
      hasWish &&
      (request.role === null || request.role === target.role) &&
      (request.assignment === null || request.assignment === target.assignment)
    pro.push(
      asksForThis
        ? { code: 'requested_this', words: 'Asked for it' }
        : { code: 'requested', words: 'Asked for this event' },
    )
  }

  const marks = days.map((day) => candidate.availability[day])
  if (marks.includes(0)) contra.push({ code: 'unavailable', words: 'Unavailable that day' })
  else if (marks.includes(2)) contra.push({ code: 'if_required', words: 'Only if required' })
  else if (marks.every((mark) => mark === 1)) pro.push({ code: 'available', words: 'Available' })

  const last = days.at(-1) ?? ''
  const missing = needs.flatMap(({ id, name }) => {
    const until = candidate.competencies[id]
    if (until === undefined) return [`No ${name}`]
    return until !== null && until < last ? [`${name} ended ${dayText(until)}`] : []
  })
  if (missing.length) contra.push({ code: 'unqualified', words: missing.join(', ') })
  else if (needs.length) pro.push({ code: 'qualified', words: needs.map(({ name }) => name).join(', ') })

  const others = candidate.shifts.filter((held) => held.shift !== target.shift)
  const clash = others.find((shift) => overlaps(shift, target))
  if (clash?.event === event) contra.push({ code: 'on_it', words: 'Already on this event at that time' })
  else if (clash)
    contra.push({ code: 'double_booked', words: `On ${clash.event_name || 'Untitled Event'} at that time` })
  else if (others.some((shift) => daysOf(shift, zone).some((day) => days.includes(day))))
    pro.push({ code: 'free', words: 'Free at that time' })

  const month = monthOf(target.start, zone)
  const month_count = others.filter(({ start }) => monthOf(start, zone) === month).length
  if (month_count >= BUSY_MONTH_SHIFTS)
    contra.push({ code: 'busy_month', words: `Already has ${countWord(month_count)} this month` })

  return {
    person: candidate.person,
    name: candidate.name,
    avatar: candidate.avatar,
    fits: !contra.some(({ code }) => UNFIT.includes(code)),
    comments: request?.comments || null,
    requested: request !== null,
    month_count,
    for: pro,
    against: contra,
  }
}

/** Ranks requests first, then "available", no answer and "only if required"; people who do not fit come last. */
function rank(suggestion: Suggestion): number {
  const has = (code: ForCode | AgainstCode) =>
    [...suggestion.for, ...suggestion.against].some((reason) => reason.code === code)
  const wish = has('requested_this') ? 0 : suggestion.requested ? 1 : has('available') ? 2 : has('if_required') ? 4 : 3
  return (suggestion.fits ? 0 : 10) + wish + (has('busy_month') && !suggestion.requested ? 0.5 : 0)
}

const overlaps = (a: { start: string; end: string }, b: { start: string; end: string }) =>
  Date.parse(a.start) < Date.parse(b.end) && Date.parse(a.end) > Date.parse(b.start)

/** Lists the local days that a span touches. A span that ends at midnight does not touch the day that begins then. */
export function daysOf({ start, end }: { start: string; end: string }, zone: string): string[] {
  const first = Temporal.Instant.from(start).toZonedDateTimeISO(zone).toPlainDate()
  const last = Temporal.Instant.from(end).subtract({ milliseconds: 1 }).toZonedDateTimeISO(zone).toPlainDate()
  const days = [first.toString()]
  for (
    let day = first.add({ days: 1 });
    Temporal.PlainDate.compare(day, last) <= 0 && days.length < 60;
    day = day.add({ days: 1 })
  )
    days.push(day.toString())
  return days
}

const monthOf = (instant: string, zone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDate().toString().slice(0, 7)

const dayText = (date: string) =>
  Temporal.PlainDate.from(date).toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

const countWord = (count: number) => ['none', 'one', 'two', 'three', 'four', 'five', 'six'][count] ?? String(count)

import { Temporal } from 'temporal-polyfill'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import type { Audience, Exclusion } from '#server/messages/audience/contract.ts'
import { switchOf } from '#server/messages/audience/contract.ts'
import type { Club } from './random-club.ts'

type Row = Club['people'][number]
type Verdict = { person: number; reason: Exclusion | null }

/**
 * Finds the matches of an audience and why a person does not get the message, without the product's SQL, over the rows
 * of a club.
 * @param now the instant of sending.
 */
export function filterClub(club: Club, kind: 'email' | 'sms', audience: Audience, now: Date): Verdict[] {
  const [named, excepted] = [new Set(audience.people), new Set(audience.except)]
  const rules = rulesOf(club, audience, now)
  const found = club.people
    .filter((person) => person.erased_at === null && person.role !== 'new' && !excepted.has(person.id))
    .filter((person) => named.has(person.id) || (rules.length > 0 && rules.every((rule) => rule(person))))
    .sort((a, b) => a.id - b.id)
  const served = new Set<unknown>()
  return found.map((person) => {
    const reason = reasonOf(club, kind, audience, person)
    const address = kind === 'email' ? person.email : person.phone
    if (reason === null && served.has(address)) return { person: person.id, reason: 'duplicate' }
    if (reason === null) served.add(address)
    return { person: person.id, reason }
  })
}

function reasonOf({ site }: Club, kind: 'email' | 'sms', audience: Audience, person: Row): Exclusion | null {
  if (!person.is_active) return 'inactive'
  if (kind === 'email') {
    if (person.email === '') return 'no_address'
    if (person.email_blocked !== null) return 'blocked'
  } else {
    if (!site.sms_enabled) return 'sms_off'
    if (person.phone === null) return 'no_address'
    if (person.sms_blocked) return 'blocked'
    if (!person.sms_verified) return 'unverified'
  }
  return person[switchOf(kind, audience)] ? null : 'opted_out'
}

type Rule = (person: Row) => boolean

/** Drafts count only by name. */
function isInState(
  { draft, answer_state: answer = 'asked' }: Club['shifts'][number],
  state: Audience['shift_state'] = 'published',
): boolean {
  if (state === 'unpublished') return draft === null
  if (draft === null || state === 'published') return draft !== null
  return answer === (state === 'declined' ? 'seeking_cover' : state)
}

function rulesOf(club: Club, audience: Audience, now: Date): Rule[] {
  const { timezone } = club
  const dayOf = (value: unknown) =>
    Temporal.Instant.fromEpochMilliseconds((value as Date).getTime())
      .toZonedDateTimeISO(timezone)
      .toPlainDate()
      .toString()
  const today = dayOf(now)
  const rules: Rule[] = []
  const { event, series, day, day_to = day, roles, assignments, shift_state } = audience
  const ofSeries = (id: unknown) => club.events.find((one) => one.id === id)?.series
  if (event || series || day || roles || assignments || shift_state)
    rules.push(({ id }) =>
      club.shifts.some(
        (shift) =>
          shift.person === id &&
          (!event || shift.event === event) &&
          (!series || ofSeries(shift.event) === series) &&
          (!day || (dayOf(shift.start) >= day && dayOf(shift.start) <= String(day_to))) &&
          (!roles || roles.includes(Number(shift.role))) &&
          (!assignments || assignments.includes(Number(shift.assignment))) &&
          isInState(shift, shift_state),
      ),
    )
  if (audience.everyone) rules.push(({ is_active }) => Boolean(is_active))
  if (audience.access_role) rules.push(({ role }) => role === audience.access_role)
  if (audience.tags) rules.push(({ tags }) => audience.tags!.some((tag) => (tags as string[]).includes(tag)))
  const { requested, availability, profile, hours, shifts, last_shift_before, joined_since } = audience
  if (requested)
    rules.push(({ id }) =>
      club.requests.some(
        (request) =>
          request.person === id &&
          request.declined_at === null &&
          (requested.event ? request.event === requested.event : ofSeries(request.event) === requested.series) &&
          !club.shifts.some((shift) => shift.person === id && shift.event === request.event),
      ),
    )
  if (availability)
    rules.push(({ id }) =>
      club.said.some(
        (said) =>
          said.person === id &&
          said.date === availability.day &&
          ['unavailable', 'available', 'if_required'][Number(said.available)] === availability.state,
      ),
    )
  if (profile)
    rules.push(({ id }) =>
      club.entries.some(
        (entry) =>
          entry.person === id &&
          entry.entry_type === profile.field &&
          foldText(String(entry.value)) === foldText(profile.value),
      ),
    )
  const within = (person: Row, { from, to }: { from: string; to: string }) =>
    club.shifts.filter((shift) => shift.person === person.id && dayOf(shift.start) >= from && dayOf(shift.start) <= to)
  const isIn = (amount: number, { at_least, at_most }: NonNullable<typeof hours>) =>
    (at_least === undefined || amount >= at_least) && (at_most === undefined || amount <= at_most)
  if (hours)
    rules.push((person) => {
      const worked = within(person, hours).flatMap(({ actual_start, actual_end }) =>
        actual_end ? ((actual_end as Date).getTime() - (actual_start as Date).getTime()) / 3_600_000 : [],
      )
      return isIn(
        worked.reduce((sum, one) => sum + one, 0),
        hours,
      )
    })
  if (shifts) rules.push((person) => isIn(within(person, shifts).filter(({ draft }) => draft !== null).length, shifts))
  if (last_shift_before)
    rules.push(({ id }) => !club.shifts.some((shift) => shift.person === id && dayOf(shift.start) >= last_shift_before))
  if (joined_since) rules.push(({ joined, created_at }) => String(joined ?? dayOf(created_at)) >= joined_since)
  const holds = (id: number, competencies: readonly number[], on: string, lastDayIsBy = '9999-12-31') =>
    competencies.some((competency) => {
      const [newest] = club.records
        .filter((record) => record.person === id && record.competency === competency && String(record.achieved) <= on)
        .sort((a, b) => (String(a.achieved) < String(b.achieved) ? 1 : -1))
      if (!newest) return false
      const months = club.competencies.find((one) => one.id === competency)?.valid_months as number | null
      const last =
        months === null
          ? null
          : Temporal.PlainDate.from(String(newest.achieved)).add({ months }, { overflow: 'constrain' }).toString()
      return last === null ? lastDayIsBy === '9999-12-31' : last >= on && last <= lastDayIsBy
    })
  const { competencies, competency } = audience
  if (competencies) rules.push(({ id }) => holds(id, competencies, today))
  if (competency) {
    const on = competency.on ?? today
    const until = Temporal.PlainDate.from(today)
      .add({ days: competency.within_days ?? 0 })
      .toString()
    rules.push(({ id }) =>
      competency.state === 'expires'
        ? holds(id, competency.competencies, today, until)
        : holds(id, competency.competencies, on) === (competency.state === 'holds'),
    )
  }
  return rules
}

import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { needsOf } from './build-club.ts'
import { CLUBS } from './clubs.ts'
import { localPart } from './people.ts'
import { planStories } from './plan-answers.ts'
import { planDecision } from './plan-decision.ts'
import { planEvents } from './plan-events.ts'
import { planShifts, type ShiftPlan } from './plan-shifts.ts'
import { createRandom } from './random.ts'

const HOUR = 3_600_000
const ME = 1
/** Hours between starts; covers every hour of the day. */
const EVERY = process.env.PROOF ? 29 : 125
const members = Array.from({ length: 48 }, (_, i) => i + 10)

describe.each(CLUBS.map((club) => ({ club, slug: club.site.slug })))('$slug', ({ club, slug }) => {
  test('the member has shifts today, tomorrow and in six days, at any hour of the first start', () => {
    const breaches: string[] = []
    const answering = {
      people: { admin: 2, member: ME, crew: members },
      isDemanding: (assignment: string) => needsOf(club).has(assignment),
    }
    for (let hours = 0; hours < 24 * 400; hours += EVERY) {
      const now = new Date(Date.UTC(2026, 10, 21, 0, 20) + hours * HOUR)
      const plans = planEvents(club, now)
      const shifts = planShifts({ club, plans, members, me: ME, admin: 2, now, random: createRandom(slug) })
      const day = (at: Date) =>
        Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(club.site.timezone).toPlainDate()
      const mine = shifts.filter((shift) => shift.person === ME && shift.draft)
      const until = (shift: ShiftPlan) => (shift.start.getTime() - now.getTime()) / HOUR
      const ahead = (shift: ShiftPlan) =>
        [shift.actual_start, shift.actual_end, shift.assigned_at, shift.draft].some((at) => at && at > now)
      const facts = {
        today: mine.some(
          (shift) =>
            day(shift.start).equals(day(now)) && !shift.actual_end && shift.start < now === !!shift.actual_start,
        ),
        soon: mine.some((shift) => until(shift) > 8 && until(shift) < 31),
        week: mine.some((shift) => Math.abs(until(shift) - 144) < 15),
        later: mine.filter((shift) => until(shift) > 10 * 24).length >= 2,
        past: mine.some((shift) => shift.actual_end),
        'nothing ahead of now': !shifts.some(ahead),
        'every story of the answers': Object.keys(planStories({ ...answering, plans, shifts, now })).length === 6,
        'an event to decide on': planDecision(plans, shifts, now) !== null,
      }
      for (const [what, holds] of Object.entries(facts)) if (!holds) breaches.push(`${now.toISOString()} ${what}`)
    }
    expect(breaches).toEqual([])
  })

  test('names are unique and give valid mail addresses', () => {
    const names = [club.member, club.admin, ...club.others, ...club.waiting]
    const parts = names.map(localPart)
    expect(new Set(parts).size).toBe(names.length)
    for (const part of parts) expect(part).toMatch(/^[a-z]+([.-][a-z]+)*$/)
  })

  test('every name in the programme exists', () => {
    const all = [...club.programme, club.weekend, ...Object.values(club.next)]
    const names = (of: readonly { name: string }[]) => of.map(({ name }) => name)
    for (const { type, location, crew } of all) {
      expect(names(club.types)).toContain(type)
      expect(names(club.locations)).toContain(location)
      for (const [assignment] of crew) expect(names(club.assignments)).toContain(assignment)
    }
    for (const { role } of club.assignments) expect(names(club.roles)).toContain(role)
    for (const { needs } of [...club.roles, ...club.assignments])
      if (needs) expect(names(club.competencies)).toContain(needs)
  })
})

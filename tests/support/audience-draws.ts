import { type Audience, SHIFT_STATES } from '#server/messages/audience/contract.ts'
import type { Seeded } from './random.ts'
import type { Club } from './random-club.ts'

export type Draw = (random: Seeded, club: Club) => Audience

const limits = (random: Seeded, most: number) => {
  const least = random.below(most)
  return random.pick([{ at_least: least }, { at_most: least }, { at_least: least, at_most: least + 1 }])
}
const some = (random: Seeded, rows: readonly { id: number }[]) => {
  const ids = rows.filter(() => random.chance(0.5)).map(({ id }) => id)
  return ids.length ? ids : [random.pick(rows).id]
}

/**
 * A draw for each part of an audience that needs only the rows of a random club.
 * @param now its days are around this.
 */
export function audienceDraws(now: Date): Partial<Record<keyof Audience, Draw>> {
  const day = (random: Seeded, spread = 40) =>
    new Date(now.getTime() + (random.below(2 * spread) - spread) * 86_400_000).toISOString().slice(0, 10)
  const period = (random: Seeded) => {
    const [from = '', to = ''] = [day(random), day(random)].sort()
    return { from, to }
  }
  return {
    everyone: () => ({ everyone: true }),
    access_role: (random) => ({ access_role: random.pick(['admin', 'user']) }),
    event: (random, { events }) => ({ event: random.pick(events).id }),
    series: (random, { series }) => ({ series: random.pick(series).id }),
    day: (random) => ({ day: day(random, 10) }),
    day_to: (random) => {
      const { from, to } = period(random)
      return { day: from, day_to: to }
    },
    roles: (random, { roles }) => ({ roles: some(random, roles) }),
    assignments: (random, { assignments }) => ({ assignments: some(random, assignments) }),
    shift_state: (random) => ({ shift_state: random.pick(SHIFT_STATES) }),
    requested: (random, { events, series }) => ({
      requested: random.chance(0.5) ? { event: random.pick(events).id } : { series: random.pick(series).id },
    }),
    competencies: (random, club) => ({ competencies: some(random, club.competencies) }),
    competency: (random, club) => {
      const competencies = some(random, club.competencies)
      return {
        competency: random.pick([
          { competencies, state: 'holds' as const, on: day(random) },
          { competencies, state: 'lacks' as const },
          { competencies, state: 'expires' as const, within_days: random.below(200) },
        ]),
      }
    },
    availability: (random, { days }) => ({
      availability: { day: random.pick(days), state: random.pick(['available', 'if_required', 'unavailable']) },
    }),
    tags: (random) => ({ tags: random.pick([['crew'], ['shore'], ['crew', 'shore'], ['other']]) }),
    profile: (random, { fields }) => ({
      profile: { field: random.pick(fields).id, value: random.pick(['LARGE', 'Small']) },
    }),
    hours: (random) => ({ hours: { ...period(random), ...limits(random, 8) } }),
    shifts: (random) => ({ shifts: { ...period(random), ...limits(random, 3) } }),
    last_shift_before: (random) => ({ last_shift_before: day(random) }),
    joined_since: (random) => ({ joined_since: day(random, 800) }),
    people: (random, { people }) => ({ people: some(random, people) }),
    except: (random, { people }) => ({ except: some(random, people) }),
  }
}

import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Judged, judge } from '#server/suitability/queries.ts'
import { type Candidate, inFairOrder } from './rules.ts'

export type Suitable = Candidate & { name: string }
export type LeftOut = {
  person: number
  name: string
  obstacles: { code: string; words: string }[]
  /** Until when they held what the shift needs, `YYYY-MM-DD`; null when that does not keep them from it, or they never did. */
  lapsed: string | null
}

type Search = { id: number; shift: number; seed: number }

/** Judges everybody for the shift of a search. @returns who is suitable, in order; and the others with the reasons. */
export async function findCandidates(ctx: Ctx, search: Search): Promise<{ suitable: Suitable[]; left_out: LeftOut[] }> {
  const judged = await judgeFor(ctx, search.shift)
  const asked = await alreadyAsked(ctx, search.id)
  const free = judged.filter(({ person, obstacles }) => !obstacles.length && !asked.has(person))
  const history = await historyOf(
    ctx,
    free.map(({ person }) => person),
  )
  const suitable = free.map(({ person, name, availability, recent }) => ({
    ...{ person, name, availability, recent },
    ...(history.get(person) ?? { asked_at: null, times_asked: 0 }),
  }))
  return {
    suitable: inFairOrder(suitable, search.seed),
    left_out: judged
      .filter(({ person, obstacles }) => obstacles.length && !asked.has(person))
      .map(({ person, name, obstacles }) => ({
        person,
        name,
        obstacles: obstacles.map(({ code, words }) => ({ code, words })),
        lapsed: obstacles.find(({ lapsed }) => lapsed)?.lapsed ?? null,
      })),
  }
}

/** Judges people for being asked to cover a shift; everybody unless given. */
export async function judgeFor(ctx: Ctx, shift: number, people?: readonly number[]): Promise<Judged[]> {
  const judged = await judge(ctx.db, ctx.site, {
    shifts: [shift],
    ...(people && { people }),
    now: ctx.clock.now(),
    forCover: true,
    withDrafts: true,
  })
  return judged.get(shift) ?? []
}

async function alreadyAsked({ db }: Ctx, search: number): Promise<Set<number>> {
  const rows = await db.selectFrom('coverasks').select('person').where('cover', '=', search).execute()
  return new Set(rows.map(({ person }) => Number(person)))
}

/** Reads when and how often people were asked to cover any shift. */
async function historyOf({ db }: Ctx, people: readonly number[]) {
  if (!people.length) return new Map<number, Pick<Candidate, 'asked_at' | 'times_asked'>>()
  const { rows } = await sql<{ person: number; asked_at: Date; times_asked: number }>`
    select person, max(asked_at) as asked_at, count(*)::int as times_asked from coverasks
    where person = any (${[...people]}::bigint[]) group by person`.execute(db)
  return new Map(rows.map(({ person, ...history }) => [person, history]))
}

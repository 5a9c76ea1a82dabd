import { sql } from 'kysely'
import { callersClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Judged, judge } from '#server/suitability/queries.ts'
import { type AskedBefore, listAskedBefore } from './asked-before.ts'
import { channelSql } from './reach-sql.ts'
import { type Candidate, inFairOrder } from './rules.ts'

export type Suitable = Candidate & { name: string }
export type LeftOut = {
  person: number
  name: string
  obstacles: { code: string; words: string }[]
  /** Last day on which they held what the shift needs, `YYYY-MM-DD`; null if that is no obstacle or they never did. */
  lapsed: string | null
}

/** A search; `id` is null for one that does not exist yet. */
export type PlannedSearch = { id: number | null; shift: number; seed: number }

type Judging = Omit<Judged, 'obstacles'> & { obstacles: { code: string; words: string; lapsed?: string }[] }

/** Returns suitable people for a search, in order, and excluded ones with reasons. */
export async function findCandidates(
  ctx: Ctx,
  search: PlannedSearch,
): Promise<{ suitable: Suitable[]; left_out: LeftOut[] }> {
  const [judged, asked, places] = await Promise.all([
    judgeForSearch(ctx, search),
    askedBy(ctx, search.id),
    placesOf(ctx, search.shift),
  ])
  const free = judged.filter(({ person, obstacles }) => !obstacles.length && !asked.has(person))
  const people = free.map(({ person }) => person)
  const [history, reachable] = await Promise.all([historyOf(ctx, people), reachableOf(ctx, people)])
  const suitable = free.map(({ person, name, availability, recent }) => ({
    ...{ person, name, availability, recent },
    ...(history.get(person) ?? { asked_at: null, times_asked: 0 }),
    place: places.get(person) ?? null,
    reachable: reachable.has(person),
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

export async function judgeFor(ctx: Ctx, shift: number, people?: readonly number[]): Promise<Judged[]> {
  const judged = await judge(ctx.db, ctx.site, {
    shifts: [shift],
    ...(people && { people }),
    now: ctx.clock.now(),
    forCover: true,
    withDrafts: true,
    reader: callersClock(ctx),
  })
  return judged.get(shift) ?? []
}

const BEFORE_WORDS: Record<AskedBefore, string> = {
  said_no: 'Has said no to this shift',
  asked_before: 'Was asked for this shift before and hasn’t replied',
}

/** Checks everyone for a search; an earlier request is the last obstacle. */
async function judgeForSearch(ctx: Ctx, search: PlannedSearch): Promise<Judging[]> {
  const [before, judged] = await Promise.all([listAskedBefore(ctx, search), judgeFor(ctx, search.shift)])
  return judged.map(({ obstacles, ...one }): Judging => {
    const code = before.get(one.person)
    return { ...one, obstacles: code ? [...obstacles, { code, words: BEFORE_WORDS[code] }] : obstacles }
  })
}

async function askedBy({ db }: Ctx, search: number | null): Promise<Set<number>> {
  const { rows } = await sql<{ person: number }>`select person from coverasks where cover = ${search}::bigint`.execute(
    db,
  )
  return new Set(rows.map(({ person }) => person))
}

async function placesOf({ db }: Ctx, shift: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ person: number; place: number }>`
    select w.person, w.id as place from shifts s join waiting w on w.site_id = s.site_id and w.event = s.event and w.assignment = s.assignment
    where s.id = ${shift}`.execute(db)
  return new Map(rows.map(({ person, place }) => [person, place]))
}

async function reachableOf({ db, site }: Ctx, people: readonly number[]): Promise<Set<number>> {
  if (!people.length) return new Set()
  const { rows } = await sql<{ id: number }>`select id from people p
    where id = any (${[...people]}::bigint[]) and ${sql.raw(channelSql('p', String(site.sms_enabled)))} <> 'none'`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

async function historyOf({ db }: Ctx, people: readonly number[]) {
  if (!people.length) return new Map<number, Pick<Candidate, 'asked_at' | 'times_asked'>>()
  const { rows } = await sql<{ person: number; asked_at: Date; times_asked: number }>`
    select person, max(asked_at) as asked_at, count(*)::int as times_asked from coverasks
    where person = any (${[...people]}::bigint[]) group by person`.execute(db)
  return new Map(rows.map(({ person, ...history }) => [person, history]))
}

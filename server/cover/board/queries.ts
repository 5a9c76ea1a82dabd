import { type RawBuilder, sql } from 'kysely'
import { wakingTime } from '#server/deliveries/due.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { together } from '#server/engine/kernel/together.ts'
import { eventNameSql, isOpenSql } from '#server/shift-facts/event-sql.ts'
import { outsideSql, personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { unfitAt } from '#server/suitability/missing/queries.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'
import { type CandidatesAnswer, MAX_ASKED } from '../calls-contract.ts'
import { widerCircles } from '../circle.pure.ts'
import { listCandidates } from '../queries.ts'
import { UNREACHED } from '../reach-sql.ts'
import { planGroup } from '../rules.ts'
import { rungAt } from '../rungs.pure.ts'
import { ladderOf, promiseOf } from '../store.ts'
import { BOARD_PAGE, type Heap } from './contract.ts'

const MAX_PEOPLE = 100
const MAX_PAGE = 10_000
const MAX_COVERED = 10

type ShiftWords = {
  shift: number
  event: number
  event_name: string
  start: string
  end: string
  /** The shift's own start, which sets the group size: a replacement gets the shift's times. */
  planned_start: string
  outside: boolean
  assignment: string | null
  role: string | null
}

/** An open search with the state of its requests. */
export type Gap = ShiftWords & {
  id: number
  state: 'searching' | 'paused' | 'exhausted'
  /** The person who cannot come; null for an open shift. */
  name: string | null
  unfit: Unfit | null
  next_rung_at: string | null
  asked: number
  declined: number
  unreached: number
}

export type BoardAsk = {
  id: number
  person: number
  name: string
  phone: string | null
  rung: number
  asked_at: string
  answer: 'yes' | 'no' | null
  answered_at: string | null
  channel: 'email' | 'sms' | 'both' | 'none'
}

const SHIFT_WORDS = sql`s.id as shift, s.event, ${sql.raw(eventNameSql('e.name'))} as event_name, ${instantText(personStartSql('s'))} as start,
  ${instantText(personEndSql('s'))} as "end", ${instantText('s.start')} as planned_start, ${sql.raw(outsideSql('s', 'e'))} as outside, a.name as assignment, r.name as role`
const SHIFT_TABLES = sql`join events e on e.id = s.event left join assignments a on a.id = s.assignment left join roles r on r.id = s.role`

/** SQL: open searches by start, exhausted ones first. @param only a single search; null: all. */
const gapsSql = (now: Date, limit: number, offset = 0, only: number | null = null) => sql`
  select count(*) over ()::int as total, c.id, c.state, p.name, ${unfitAt('s', now)} as unfit, ${instantText('c.next_rung_at')} as next_rung_at, coalesce(k.asked, 0)::int as asked,
    coalesce(k.declined, 0)::int as declined, coalesce(k.unreached, 0) as unreached,
    ${SHIFT_WORDS}
  from covers c join shifts s on s.id = c.shift ${SHIFT_TABLES} left join people p on p.id = c.person
  left join lateral (select count(*) as asked, count(*) filter (where answer = 'no') as declined,
    ${sql.raw(UNREACHED)} as unreached from coverasks where cover = c.id) k on true
  where c.state in ('searching', 'paused', 'exhausted') and (${only}::bigint is null or c.id = ${only}) order by c.state <> 'exhausted', s.start, c.id limit ${limit} offset ${offset}`

/** Lists open searches. @returns `total` counts all on each row. */
async function listGaps(
  { db, clock }: Ctx,
  limit: number,
  offset = 0,
  only: number | null = null,
): Promise<(Gap & { total: number })[]> {
  const { rows } = await sql<Gap & { total: number }>`${gapsSql(clock.now(), limit, offset, only)}`.execute(db)
  return rows
}

/** Lists coming published open shifts without a search, by start. `total` counts all on each row. */
async function listNeverAsked(
  { db, clock }: Ctx,
  limit: number,
  offset: number,
): Promise<(ShiftWords & { total: number })[]> {
  const { rows } = await sql<ShiftWords & { total: number }>`
    select count(*) over ()::int as total, ${SHIFT_WORDS} from shifts s ${SHIFT_TABLES}
    where ${sql.raw(isOpenSql({ shift: 's', event: 'e' }))} and s.start > ${clock.now()}
      and not exists (select from covers c where c.shift = s.id and c.state in ('searching', 'paused', 'exhausted'))
    order by s.start, s.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** A shift whose person cannot come, without a search. */
export type Unsought = ShiftWords & { name: string; unfit: Unfit | null }

/** The answer implies `exists`, by which PostgreSQL starts from the few who seek cover. */
const isUnsought = (now: Date) => sql`s.answer = 'seeking_cover' and exists (
    select from answers k where k.site_id = s.site_id and k.shift = s.id and k.person = s.person and k.answer = 'seeking_cover')
  and s.is_published and not s.has_begun and s.start > ${now} and s.is_live
  and not exists (select from covers c where c.shift = s.id and c.state in ('searching', 'paused', 'exhausted'))`

async function listUnsought({ db, clock }: Ctx, limit: number, offset = 0): Promise<(Unsought & { total: number })[]> {
  const { rows } = await sql<Unsought & { total: number }>`
    select count(*) over ()::int as total, p.name, ${unfitAt('s', clock.now())} as unfit, ${SHIFT_WORDS} from shift_facts s ${SHIFT_TABLES} join people p on p.id = s.person
    where ${isUnsought(clock.now())}
    order by s.start, s.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** `unfit`: obstacles of its new person. */
type CoveredShift = ShiftWords & { id: number; by: string; unfit: Unfit | null }

async function listCovered({ db, clock }: Ctx): Promise<CoveredShift[]> {
  const { rows } = await sql<CoveredShift>`
    select c.id, p.name as by, ${unfitAt('s', clock.now())} as unfit, ${SHIFT_WORDS} from covers c join people p on p.id = c.covered_by join shifts s on s.id = c.shift ${SHIFT_TABLES}
    where c.state = 'covered' and c.ended_at > ${clock.now()}::timestamptz - interval '1 day' order by c.ended_at desc, c.id limit ${MAX_COVERED}`.execute(
    db,
  )
  return rows
}

type States = { stuck: number; searching: number; paused: number }

async function countStates({ db }: Ctx): Promise<States> {
  const { rows } = await sql<States>`
    select count(*) filter (where c.state = 'exhausted')::int as stuck, count(*) filter (where c.state = 'searching')::int as searching,
      count(*) filter (where c.state = 'paused')::int as paused from covers c where c.state in ('searching', 'paused', 'exhausted')`.execute(
    db,
  )
  return rows[0]!
}

export type BoardGroup = { rung: number; asked: number; declined: number; unreached: number; asked_at: string }

export type GapEvent = {
  id: number
  name: string
  start: string
  end: string
  decision: 'go' | 'off' | null
  location: string | null
}

/**
 * Reads the invitees of one search by group, the reason and phone number of the person who cannot come, and the event.
 * Truncated lists keep unanswered invitees, whom a coordinator may phone; `groups` counts all.
 */
async function readGap({ db, clock }: Ctx, id: number) {
  const groups = sql<BoardGroup>`
    select rung, count(*)::int as asked, (count(*) filter (where answer = 'no'))::int as declined,
      ${sql.raw(UNREACHED)} as unreached, ${instantText('max(asked_at)')} as asked_at
    from coverasks where cover = ${id} group by rung order by rung`
  const asks = sql<BoardAsk>`
    select k.id, k.person, p.name, p.phone, k.rung, ${instantText('k.asked_at')} as asked_at, k.answer, ${instantText('k.answered_at')} as answered_at,
      k.channel
    from coverasks k join people p on p.id = k.person where k.cover = ${id} order by k.answer is not null, k.rung, k.id limit ${MAX_PEOPLE}`
  const holder = sql<{ reason: string; phone: string | null }>`
    select s.answer_reason as reason, p.phone from covers c join shift_facts s on s.id = c.shift join people p on p.id = c.person
    where c.id = ${id}`
  const about = sql<GapEvent>`
    select e.id, e.name, ${instantText('e.start')} as start, ${instantText('e."end"')} as "end", e.decision, l.name as location
    from covers c join shifts s on s.id = c.shift join events e on e.id = s.event left join locations l on l.id = e.location
    where c.id = ${id}`
  const read = await together({
    promised: promiseOf(db, id, clock.now()),
    groups: groups.execute(db),
    asks: asks.execute(db),
    holder: holder.execute(db),
    about: about.execute(db),
  })
  const promised = read.promised && { name: read.promised.name, until: read.promised.until.toISOString() }
  return {
    groups: read.groups.rows,
    asks: read.asks.rows.sort((a, b) => a.rung - b.rung || a.id - b.id),
    holder: read.holder.rows[0] ?? null,
    about: read.about.rows[0]!,
    promised,
  }
}

/**
 * Selects candidates to show: the next in order, and the first of each reason for exclusion. `left` and
 * `left_out_counts` count all.
 */
function shownOf({ candidates, left_out }: CandidatesAnswer) {
  const counts: Record<string, number> = {}
  const shown = left_out.filter(({ obstacles }) => {
    const code = obstacles[0]?.code ?? ''
    counts[code] = (counts[code] ?? 0) + 1
    return counts[code] <= MAX_PEOPLE
  })
  return {
    candidates: candidates.slice(0, MAX_PEOPLE),
    left: candidates.length,
    left_out: shown,
    left_out_counts: counts,
  }
}

/** Returns the group sizes of a search: if a coordinator continues it now, and when it is due automatically. */
function sizesOf(ctx: Ctx, { planned_start, next_rung_at }: Gap, { candidates }: CandidatesAnswer) {
  const ladder = ladderOf(ctx, new Date(planned_start))
  const inOrder = candidates.map(({ waits, reachable }) => ({ place: waits ? 0 : null, reachable }))
  const at = (instant: Date) => planGroup(inOrder, instant, ladder).group.length
  const now = ctx.clock.now()
  return { asks_now: at(now), asks_then: at(next_rung_at ? new Date(next_rung_at) : now) }
}

type Page<Row> = { rows: Row[]; page: number }

async function pageOf<Row>(
  ctx: Ctx,
  list: (ctx: Ctx, limit: number, offset: number) => Promise<Row[]>,
  page = 1,
): Promise<Page<Row>> {
  const at = Math.min(page, MAX_PAGE)
  const rows = await list(ctx, BOARD_PAGE, (at - 1) * BOARD_PAGE)
  return rows.length || at === 1 ? { rows, page: at } : pageOf(ctx, list)
}

/**
 * Reads the coordinators' board.
 * @param pages pages by section, from 1; default: the first.
 * @param chosen the search to show; default, or when closed: the first.
 * @returns instants in ISO; `group` is how many would be asked now for a shift without a search, null for everyone.
 */
export async function readBoard(ctx: Ctx, chosen: number | null, pages: Partial<Record<Heap, number>> = {}) {
  const { searches, unsought, open, covered, states, asked } = await together({
    searches: pageOf(ctx, listGaps, pages.searches),
    unsought: pageOf(ctx, listUnsought, pages.unsought),
    open: pageOf(ctx, listNeverAsked, pages.open),
    covered: listCovered(ctx),
    states: countStates(ctx),
    asked: chosen === null ? [] : listGaps(ctx, 1, 0, chosen),
  })
  const gap = asked[0] ?? searches.rows[0] ?? null
  const now = ctx.clock.now()
  const { judged, more } = await together({
    judged: gap && listCandidates(ctx, gap.id),
    more: gap && readGap(ctx, gap.id),
  })
  const withGroup = <S extends ShiftWords>(shift: S) => ({
    ...shift,
    group: rungAt(now, new Date(shift.start), ctx.site.cover_rungs).people,
  })
  return {
    now: now.toISOString(),
    today: dayOf(now, ctx.site.timezone),
    pages: { searches: searches.page, unsought: unsought.page, open: open.page } satisfies Record<Heap, number>,
    gaps: searches.rows,
    total: { ...states, unsought: unsought.rows[0]?.total ?? 0, open: open.rows[0]?.total ?? 0 },
    covered,
    unsought: unsought.rows.map(withGroup),
    open: open.rows.map(withGroup),
    gap: gap &&
      judged &&
      more && {
        ...gap,
        ...more,
        ...shownOf(judged),
        circles: (gap.state === 'exhausted'
          ? widerCircles(judged.left_out, judged.candidates, dayOf(now, ctx.site.timezone))
          : []
        ).map(({ kind, people }) => ({ kind, count: people.length, people: people.slice(0, MAX_ASKED) })),
        ...sizesOf(ctx, gap, judged),
        /** Whether quiet hours delay automatic requests now. */
        night: wakingTime(now, ladderOf(ctx, new Date(gap.planned_start))) > now,
      },
  }
}

export type Board = Awaited<ReturnType<typeof readBoard>>
export type ShownGap = NonNullable<Board['gap']>

/**
 * SQL: the rows of To do: searches with no one left to ask, and shifts whose person cannot come and for which no one is
 * asked. `id` is the shift; its facts name the search.
 */
export const gapsToDo = ({ clock }: Ctx): RawBuilder<unknown> => sql`
  select s.id, s.person_start as at, p.id as person, coalesce(p.name, '') as who, p.avatar, s.event, s.event_label as what, s.person_start as start,
    json_build_object('cover', c.id, 'assignment', s.assignment_name, 'role', s.role_name,
      'asked', (select count(*) from coverasks k where k.site_id = c.site_id and k.cover = c.id)) as facts
  from covers c join shift_facts s on s.site_id = c.site_id and s.id = c.shift left join people p on p.site_id = c.site_id and p.id = c.person
  where c.state = 'exhausted'
  union all
  select s.id, s.person_start, p.id, p.name, p.avatar, s.event, s.event_label, s.person_start,
    json_build_object('cover', null, 'assignment', s.assignment_name, 'role', s.role_name, 'asked', 0)
  from shift_facts s join people p on p.site_id = s.site_id and p.id = s.person
  where ${isUnsought(clock.now())}`

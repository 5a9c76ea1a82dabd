import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { listCandidates } from '../queries.ts'
import { rungAt } from '../rungs/rules.ts'

/** The most rows of each heap, and the most people of one search, that the board shows. */
const MAX_ROWS = 100

type ShiftWords = {
  shift: number
  event: number
  event_name: string
  start: string
  end: string
  assignment: string | null
  role: string | null
}

/** One search that is open, with what became of its requests. */
export type Gap = ShiftWords & {
  id: number
  state: 'searching' | 'paused' | 'exhausted'
  /** Who cannot come; null for an open shift. */
  name: string | null
  next_rung_at: string | null
  asked: number
  declined: number
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

const SHIFT_WORDS = sql`s.id as shift, s.event, coalesce(nullif(e.name, ''), 'Untitled Event') as event_name, ${instantText('s.start')} as start,
  ${instantText('s."end"')} as "end", a.name as assignment, r.name as role`
const SHIFT_TABLES = sql`join events e on e.id = s.event left join assignments a on a.id = s.assignment left join roles r on r.id = s.role`

/** Lists the open searches, those nobody is left for first, then by start. */
async function listGaps({ db }: Ctx): Promise<Gap[]> {
  const { rows } = await sql<Gap>`
    select c.id, c.state, p.name, ${instantText('c.next_rung_at')} as next_rung_at, coalesce(k.asked, 0)::int as asked,
      coalesce(k.declined, 0)::int as declined, ${SHIFT_WORDS}
    from covers c join shifts s on s.id = c.shift ${SHIFT_TABLES} left join people p on p.id = c.person
    left join lateral (select count(*) as asked, count(*) filter (where answer = 'no') as declined from coverasks where cover = c.id) k on true
    where c.state in ('searching', 'paused', 'exhausted') order by c.state <> 'exhausted', s.start, c.id limit ${MAX_ROWS}`.execute(
    db,
  )
  return rows
}

/** Lists published shifts ahead that nobody has and nobody is asked for, the next ones first. */
async function listNeverAsked({ db, clock }: Ctx): Promise<ShiftWords[]> {
  const { rows } = await sql<ShiftWords>`
    select ${SHIFT_WORDS} from shifts s ${SHIFT_TABLES}
    where s.person is null and s.draft is not null and s.start > ${clock.now()} and not e.archived and e.decision is distinct from 'off'
      and not exists (select from covers c where c.shift = s.id and c.state in ('searching', 'paused', 'exhausted'))
    order by s.start, s.id limit ${MAX_ROWS}`.execute(db)
  return rows
}

/** Reads the people asked for one search, the first group first, and the reason and number of who cannot come. */
async function readGap({ db }: Ctx, id: number) {
  const { rows: asks } = await sql<BoardAsk>`
    select k.id, k.person, p.name, p.phone, k.rung, ${instantText('k.asked_at')} as asked_at, k.answer, ${instantText('k.answered_at')} as answered_at,
      k.channel
    from coverasks k join people p on p.id = k.person where k.cover = ${id} order by k.rung, k.id limit ${MAX_ROWS}`.execute(
    db,
  )
  const { rows } = await sql<{ reason: string; phone: string | null }>`
    select s.answer_reason as reason, p.phone from covers c join shifts s on s.id = c.shift join people p on p.id = c.person
    where c.id = ${id}`.execute(db)
  return { asks, holder: rows[0] ?? null }
}

/**
 * Reads the coordinators' board of searches for cover.
 * @param chosen the search to show; the first one unless it is open.
 * @returns instants in ISO; `group` is how many people would be asked now, null for everybody left.
 */
export async function readBoard(ctx: Ctx, chosen: number | null) {
  const gaps = await listGaps(ctx)
  const open = await listNeverAsked(ctx)
  const gap = gaps.find(({ id }) => id === chosen) ?? gaps[0] ?? null
  const now = ctx.clock.now()
  return {
    now: now.toISOString(),
    gaps,
    open: open.map((shift) => ({ ...shift, group: rungAt(now, new Date(shift.start)).people })),
    gap: gap && {
      ...gap,
      ...(await readGap(ctx, gap.id)),
      ...(await listCandidates(ctx, gap.id)),
      group: rungAt(now, new Date(gap.start)).people,
    },
  }
}
export type Board = Awaited<ReturnType<typeof readBoard>>
export type ShownGap = NonNullable<Board['gap']>

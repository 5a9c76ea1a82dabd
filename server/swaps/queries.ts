import { type RawBuilder, sql } from 'kysely'
import { standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson, requireStanding } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import { eventNameSql, isLiveSql } from '#server/shift-facts/event-sql.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { judge } from '#server/suitability/queries.ts'
import type { Swap, SwapList, SwapOptions, SwapQuery, SwapShift, SwapWants } from './contract.ts'

const SELECT_SWAPS = sql`
  select w.id, w.kind, w.state, w.person, w.shift, w.wants, w.comments, w.circle as together,
    coalesce((select json_agg(json_build_object('person', p.person, 'gives', p.gives, 'gets', p.gets, 'accepted', p.accepted) order by p.position)
      from swap_parts p where p.circle = c.id), '[]') as circle,
    c.state is not distinct from 'proposed' and c.agreed_at is not null as awaits_approval,
    w.state = 'declined' and not exists (select from swap_parts p where p.circle = c.id and p.person = c.ended_by) as declined_by_club,
    case when c.state = 'proposed' then ${instantText('c.ends_at')} end as ends_at,
    ${instantText('w.created_at')} as made, ${instantText('w.ended_at')} as ended_at
  from swaps w left join swap_circles c on c.site_id = w.site_id and c.id = w.circle`

const STATES = {
  open: sql`w.state in ('proposed', 'offered')`,
  approval: sql`w.state = 'proposed' and c.agreed_at is not null`,
  ended: sql`w.state in ('done', 'declined', 'withdrawn', 'expired')`,
}

/**
 * Lists the acting person's swaps and requests, newest first, with referenced shifts and people; all for admins. A
 * member of a circle sees it with their own offer.
 */
export async function listSwaps(
  ctx: Ctx,
  { state, limit, offset }: SwapQuery,
  { own = standingOf(ctx.actor) === 'user' }: { own?: boolean } = {},
): Promise<SwapList> {
  if (!own) requireStanding(ctx.actor, 'admin')
  const me = own ? requirePerson(ctx.actor) : null
  const mine = sql`(w.person = ${me}::bigint or w.kind <> 'offer' and exists (
    select from swap_parts p where p.circle = w.circle and p.person = ${me}::bigint))`
  const where = sql`where ${me === null ? sql`true` : mine} and ${state ? STATES[state] : sql`true`}`
  return readList(ctx, {
    count: sql`select count(*)::int from swaps w left join swap_circles c on c.site_id = w.site_id and c.id = w.circle ${where}`,
    found: sql`${SELECT_SWAPS} ${where} order by w.id desc limit ${limit} offset ${offset}`,
    reader: me,
  })
}

const AWAITS_APPROVAL = sql`c.state = 'proposed' and c.agreed_at is not null`

/** Reads an agreed swap that awaits approval; `swaps` is empty for any other. @throws DomainError 'forbidden' for members. */
export async function readApproval(ctx: Ctx, circle: number): Promise<SwapList> {
  requireStanding(ctx.actor, 'admin')
  return readList(ctx, {
    count: sql`1`,
    found: sql`${SELECT_SWAPS} where w.id = (select min(f.id) from swaps f where f.circle = ${circle}) and ${AWAITS_APPROVAL}`,
    reader: null,
  })
}

/**
 * Reads one swap of the acting person, or any for admins.
 * @throws DomainError 'not_found'.
 */
export async function getSwap(ctx: Ctx, id: number): Promise<Swap> {
  const { rows } = await sql<Swap>`${SELECT_SWAPS} where w.id = ${id}`.execute(ctx.db)
  const [row] = rows
  const me = standingOf(ctx.actor) === 'user' ? requirePerson(ctx.actor) : null
  const isMine = row && (row.person === me || row.circle.some(({ person }) => person === me))
  if (!row || (me !== null && !isMine)) throw notFound('This swap does not exist.')
  return row
}

type ListParts = { count: RawBuilder<unknown>; found: RawBuilder<unknown>; reader: number | null }

/** Reads a list with the records it refers to; `reader` sees their own agreed times. */
async function readList({ db }: Pick<Ctx, 'db'>, { count, found, reader }: ListParts): Promise<SwapList> {
  const isNamed = sql`s.id = any (array(select shift from found union select gives from parts)) and s.draft is not null`
  const { rows } = await sql<SwapList>`
    with found as materialized (${found}),
    parts as (select f.id, p.person, p.gives from found f, json_to_recordset(f.circle) as p(person bigint, gives bigint))
    select (${count}) as count, coalesce((select json_agg(f) from found f), '[]') as swaps,
      coalesce((select json_object_agg(n.id, n) from (select ${shiftColumns(reader)} ${shiftsWhere(isNamed)}) n), '{}') as shifts,
      coalesce((select json_object_agg(n.id, n) from (select p.id, p.name, p.avatar from people p
        where p.id = any (array(select person from found union select person from parts))) n), '{}') as people`.execute(
    db,
  )
  return rows[0]!
}

type ShiftRow = SwapShift & { assignment_id: number | null }

/** SQL: a shift's own times, or for `reader`'s the times agreed with them. */
function shiftColumns(reader: number | null): RawBuilder<unknown> {
  const own = sql`s.person = ${reader}::bigint`
  return sql`s.id, s.event, ${sql.raw(eventNameSql('e.name'))} as event_name, a.name as assignment, r.name as role, s.person, p.name as person_name,
    case when ${own} then ${instantText(personStartSql('s'))} else ${instantText('s.start')} end as start,
    case when ${own} then ${instantText(personEndSql('s'))} else ${instantText('s."end"')} end as "end"`
}

/** SQL: the earliest of them, or with `near` the nearest to that instant. */
const shiftsWhere = (where: RawBuilder<unknown>, near: string | null = null) => sql`
  from shifts s join events e on e.site_id = s.site_id and e.id = s.event
  left join people p on p.site_id = s.site_id and p.id = s.person
  left join assignments a on a.site_id = s.site_id and a.id = s.assignment
  left join roles r on r.site_id = s.site_id and r.id = s.role
  where ${where} order by ${near === null ? sql`s.start` : sql`abs(extract(epoch from s.start - ${near}::timestamptz))`}, s.id limit ${MAX_LOOKED_AT}`

async function readShifts(
  { db }: Pick<Ctx, 'db'>,
  where: RawBuilder<unknown>,
  { reader = null, near = null }: { reader?: number | null; near?: string | null } = {},
): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select ${shiftColumns(reader)}, s.assignment as assignment_id ${shiftsWhere(where, near)}`.execute(db)
  return rows
}

async function readPeople({ db }: Pick<Ctx, 'db'>, ids: readonly number[]) {
  if (!ids.length) return []
  return db
    .selectFrom('people')
    .select(['id', 'name', 'avatar'])
    .where('id', 'in', [...new Set(ids)])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

const MAX_LOOKED_AT = 500

export function listOwnShifts(ctx: Ctx): Promise<SwapShift[]> {
  const me = requirePerson(ctx.actor)
  return readShifts(ctx, mayGive(ctx, me), { reader: me })
}

const mayGive = ({ site, clock }: Ctx, person: number) =>
  sql`s.person = ${person} and core.may_be_swapped(${site.id}::bigint, s.id, s.person, ${clock.now()})`

const ofOthers = ({ clock }: Ctx, me: number) =>
  sql`s.person <> ${me} and s.draft is not null and s.start > ${clock.now()} and s.actual_start is null and ${sql.raw(isLiveSql('e'))}`

const MAX_MONTHS = 60

/** Lists months with swappable shifts of others, `YYYY-MM` in the site's zone, the next first. */
export async function listSwapMonths(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(s.start at time zone ${ctx.site.timezone}, 'YYYY-MM') as month
    from shifts s join events e on e.site_id = s.site_id and e.id = s.event
    where ${ofOthers(ctx, requirePerson(ctx.actor))} order by 1 limit ${MAX_MONTHS}`.execute(ctx.db)
  return rows.map(({ month }) => month)
}

/**
 * Finds people who could take the acting person's shift, and shifts they could take for it. Unsuitable ones are left
 * out without a reason.
 * @param within first and last local day; default: the coming shifts nearest to the given one.
 * @throws DomainError 'not_found', 'invalid' at `shift` when it is not theirs to give.
 */
export async function swapOptionsFor(
  ctx: Ctx,
  shift: number,
  within: Pick<SwapWants, 'start' | 'end'> = {},
): Promise<SwapOptions> {
  const me = requirePerson(ctx.actor)
  const own = (await readShifts(ctx, mayGive(ctx, me))).find(({ id }) => id === shift)
  if (!own) throw invalid({ shift: ['Choose one of your coming shifts.'] })
  const now = ctx.clock.now()
  const zone = ctx.site.timezone
  const from = within.start ? sql`s.start >= ${within.start}::date::timestamp at time zone ${zone}` : sql`true`
  const until = within.end ? sql`s.start < (${within.end}::date + 1)::timestamp at time zone ${zone}` : sql`true`
  const around = await readShifts(ctx, sql`${ofOthers(ctx, me)} and ${from} and ${until}`, { near: own.start })
  // A swap for the same duty at the same event would change nothing.
  const isSame = (other: ShiftRow) =>
    (['event', 'assignment_id', 'role', 'start', 'end'] as const).every((fact) => other[fact] === own[fact])
  const others = around
    .filter((other) => !isSame(other))
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
  const all = { now, ignoring: [shift, ...others.map(({ id }) => id)] }
  const [mine, candidates] = await Promise.all([
    judge(ctx.db, ctx.site, { ...all, shifts: others.map(({ id }) => id), people: [me], ignoring: [shift] }),
    judge(ctx.db, ctx.site, { shifts: [shift], now }),
  ])
  const suitable = (candidates.get(shift) ?? []).filter(({ person, obstacles }) => person !== me && !obstacles.length)
  const taken = others.filter(({ id }) => mine.get(id)?.[0]?.obstacles.length === 0)
  // Whether they could take this one in exchange for theirs: checked exactly only for people who cannot otherwise.
  const free = new Set(suitable.map(({ person }) => person))
  const busy = await judge(ctx.db, ctx.site, {
    ...all,
    shifts: [shift],
    people: [...new Set(taken.flatMap(({ person }) => person ?? []))].filter((person) => !free.has(person)),
  })
  const movable = new Set((busy.get(shift) ?? []).filter(({ obstacles }) => !obstacles.length).map((one) => one.person))
  const overlaps = (other: SwapShift) => other.start < own.end && own.start < other.end
  return {
    people: await readPeople(
      ctx,
      suitable.map(({ person }) => person),
    ),
    shifts: taken.map((other) => ({
      ...other,
      direct: free.has(other.person!) || (movable.has(other.person!) && (overlaps(other) || other.event === own.event)),
    })),
  }
}

/** SQL: the rows of To do, one per circle: agreed swaps that await approval. */
export const approvalsToDo = (): RawBuilder<unknown> => sql`
  select c.id, c.ends_at as at, first.person, names.who, p.avatar, s.event, ${sql.raw(eventNameSql('e.name'))} as what, s.start,
    json_build_object('assignment', a.name, 'role', r.name) as facts
  from swap_circles c
  join lateral (select q.person, q.gives from swap_parts q where q.site_id = c.site_id and q.circle = c.id and q.gives is not null order by q.position limit 1) first on true
  join lateral (select string_agg(n.name, ', ' order by q.position) as who from swap_parts q join people n on n.site_id = q.site_id and n.id = q.person
    where q.site_id = c.site_id and q.circle = c.id) names on true
  join people p on p.site_id = c.site_id and p.id = first.person
  left join shifts s on s.site_id = c.site_id and s.id = first.gives
  left join events e on e.site_id = s.site_id and e.id = s.event
  left join assignments a on a.site_id = s.site_id and a.id = s.assignment
  left join roles r on r.site_id = s.site_id and r.id = s.role
  where ${AWAITS_APPROVAL}`

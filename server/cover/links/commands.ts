import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { listInstead } from '#server/open-shifts/next-best.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { linkReader } from '#server/shift-facts/link-page.ts'
import { answerAsk } from '../answer.ts'
import type { CoverPage } from '../calls-contract.ts'
import type { CoverAnswer } from '../contract.ts'
import { MOVED } from '../store.ts'
import { readWhy } from '../why/queries.ts'
import { readCoverToken } from './token.ts'

const ended = () => notFound('This link is no longer valid.')

type Row = {
  ask: number
  person: number
  shift: number
  name: string
  settings: unknown
  mine: boolean
  /** Whether their yes waits for a change of the shift to settle. */
  kept: boolean | null
  open: boolean
  /** Whether its person comes after all, and no one took it. */
  unneeded: boolean
  answer: CoverAnswer | null
  asked: number
  event: string
  start: Date
  end: Date
  location: string | null
  assignment: string | null
  role: string | null
}

/**
 * Reads the page of a cover link. Read-only, because mail scanners follow links.
 * @throws DomainError 'not_found', without distinction: unknown or foreign link; shift begun, moved or called off;
 * search stopped by a coordinator.
 */
export async function readCoverPage(ctx: Ctx, secret: string, token: string): Promise<CoverPage> {
  const row = await findAsk(ctx, secret, token)
  const state = stateOf(row)
  const { event, location, assignment, role } = row
  return {
    state,
    shift: { event, location, assignment, role, start: row.start.toISOString(), end: row.end.toISOString() },
    ...linkReader(ctx, row),
    why: state === 'open' || state === 'declined' ? ((await readWhy(ctx, [row.ask])).get(row.ask) ?? []) : [],
    asked: row.asked,
    instead: state === 'taken' || state === 'not_needed' ? await listInstead(ctx, row.person, row.shift) : [],
  }
}

function stateOf({ mine, kept, open, unneeded, answer }: Row): CoverPage['state'] {
  if (mine) return 'yours'
  if (kept) return 'kept'
  if (open) return answer === 'no' ? 'declined' : 'open'
  return unneeded ? 'not_needed' : 'taken'
}

/**
 * Answers the request of a link for its invitee.
 * @throws DomainError as `readCoverPage` and `answerAsk`.
 */
export async function answerCoverByLink(
  ctx: Ctx,
  secret: string,
  token: string,
  answer: CoverAnswer,
): Promise<CoverPage> {
  const { ask } = await findAsk(ctx, secret, token)
  await answerAsk(ctx, ask, answer, 'link')
  return readCoverPage(ctx, secret, token)
}

async function findAsk(ctx: Ctx, secret: string, token: string): Promise<Row> {
  const link = readCoverToken(secret, token)
  if (!link) throw ended()
  const { rows } = await sql<Row>`
    select a.id as ask, a.person, s.id as shift, p.name, p.settings,
      coalesce(s.person = a.person and c.covered_by = a.person, false) as mine, a.answer = 'yes' and c.state in ('searching', 'paused', 'exhausted') as kept,
      c.state in ('searching', 'paused', 'exhausted') and (s.person is null or s.person = c.person and s.answer = 'seeking_cover') as open,
      s.person is not distinct from c.person and c.state <> 'covered' as unneeded, a.answer,
      (select count(*)::int from coverasks o where o.cover = c.id) as asked, ${sql.raw(eventNameSql('e.name'))} as event,
      s.start, s."end", coalesce(l.name, el.name) as location, g.name as assignment, r.name as role
    from coverasks a join covers c on c.id = a.cover join shift_facts s on s.id = c.shift join events e on e.id = s.event
    join people p on p.id = a.person and p.is_active and p.erased_at is null
    left join assignments g on g.id = s.assignment left join roles r on r.id = s.role
    left join locations l on l.id = s.location left join locations el on el.id = e.location
    where ${'uid' in link ? sql`a.uid = ${link.uid}` : sql`a.code = ${link.code}`} and s.draft is not null and s.actual_start is null and s.start > ${ctx.clock.now()}
      and (c.state <> 'stopped' or c.ended in ('filled', 'can_come', 'asked_again'))
      and (c.state = 'covered' or c.ended = 'filled' or not ${sql.raw(MOVED)})`.execute(ctx.db)
  const [row] = rows
  if (!row) throw ended()
  return row
}

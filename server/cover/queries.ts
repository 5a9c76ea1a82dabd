import { sql } from 'kysely'
import { wakingTime } from '#server/deliveries/due.ts'
import { personOf, standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { listCoordinators } from '#server/people/coordinators.ts'
import type { CandidatesAnswer, CoverPreview } from './calls-contract.ts'
import { findCandidates, type PlannedSearch } from './candidates.ts'
import { planGroup } from './rules.ts'
import { ladderOf, seedOf } from './store.ts'

/**
 * Lists candidates in order, and excluded people with reasons.
 * @throws DomainError 'not_found'.
 */
export async function listCandidates(ctx: Ctx, id: number): Promise<CandidatesAnswer> {
  const search = await ctx.db
    .selectFrom('covers')
    .select(['id', 'shift', 'seed'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!search) throw notFound('This search does not exist.')
  const { suitable, left_out } = await findCandidates(ctx, search)
  return {
    candidates: suitable.map(({ person, name, availability, recent, asked_at, place, reachable }) => ({
      ...{ person, name, availability, recent, reachable },
      last_asked: asked_at ? new Date(asked_at).toISOString() : null,
      waits: place !== null,
    })),
    left_out,
  }
}

/**
 * Previews the first group for a coming published shift, the acting person's or any for admins; with an open search,
 * its next group.
 * @throws DomainError 'not_found'.
 */
export async function previewCover(ctx: Ctx, shift: number): Promise<CoverPreview> {
  const now = ctx.clock.now()
  const own = standingOf(ctx.actor) === 'user' ? personOf(ctx.actor) : null
  const { rows } = await sql<{ start: Date; event: number; person: number | null } & Pick<PlannedSearch, 'id'>>`
    select s.start, s.event, s.person, c.id from shifts s
    left join covers c on c.site_id = s.site_id and c.shift = s.id and c.state in ('searching', 'paused', 'exhausted')
    where s.id = ${shift} and s.draft is not null and s.start > ${now} and (${own}::bigint is null or s.person = ${own}::bigint)`.execute(
    ctx.db,
  )
  const [found] = rows
  if (!found) throw notFound('This shift does not exist, or has begun.')
  const ladder = ladderOf(ctx, found.start)
  const at = wakingTime(now, ladder)
  const { suitable } = await findCandidates(ctx, { id: found.id, shift, seed: seedOf(shift) })
  const { group } = planGroup(suitable, at, ladder)
  return {
    people: group.length,
    waits: group.some(({ place }) => place !== null),
    at: at > now ? at.toISOString() : null,
    coordinator: await onlyCoordinator(ctx, found),
  }
}

/** Reads the first name of an event's only coordinator besides the shift's person; else null. */
async function onlyCoordinator({ db }: Ctx, { event, person }: { event: number; person: number | null }) {
  const [only, ...others] = (await listCoordinators(db, [event], [person])).get(event) ?? []
  if (only === undefined || others.length) return null
  const { name } = await db.selectFrom('people').select('name').where('id', '=', only).executeTakeFirstOrThrow()
  return name.trim().split(/\s/)[0] || null
}

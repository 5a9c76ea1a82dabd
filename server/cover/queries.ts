import type { Ctx } from '#server/engine/access/context.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { CandidatesAnswer } from './calls-contract.ts'
import { findCandidates } from './candidates.ts'

/** Lists who could cover, in the order in which they are asked, and everybody else with the reasons. @throws DomainError 'not_found'. */
export async function listCandidates(ctx: Ctx, id: number): Promise<CandidatesAnswer> {
  const search = await ctx.db
    .selectFrom('covers')
    .select(['id', 'shift', 'seed'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!search) throw notFound('This search does not exist.')
  const { suitable, left_out } = await findCandidates(ctx, search)
  return {
    candidates: suitable.map(({ person, name, availability, recent, asked_at }) => ({
      ...{ person, name, availability, recent },
      last_asked: asked_at ? new Date(asked_at).toISOString() : null,
    })),
    left_out,
  }
}

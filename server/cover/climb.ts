import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { makeCode } from '#server/engine/kernel/short-code.ts'
import { findCandidates } from './candidates.ts'
import { noteAsked, noteExhausted } from './notices.ts'
import { channelSql } from './reach-sql.ts'
import { planGroup } from './rules.ts'
import { endSearch, type LockedSearch, ladderOf } from './store.ts'

/**
 * Sends requests to the next group of a locked search. If no one remains, marks it as exhausted and notifies the
 * coordinators once.
 * @returns the number of requests.
 */
export async function askNextGroup(ctx: Ctx, search: LockedSearch): Promise<number> {
  const now = ctx.clock.now()
  const { suitable } = await findCandidates(ctx, search)
  const { group, next_at, exclusive } = planGroup(suitable, now, ladderOf(ctx, search.stands.start))
  if (!group.length) {
    if (search.state === 'exhausted') return 0
    await endSearch(ctx, search.id, 'nobody_left')
    await noteExhausted(ctx, search)
    return 0
  }
  const rung = search.rung + 1
  await askPeople(
    ctx,
    search,
    group.map(({ person }) => ({ person, rung, despite: false })),
    { exclusiveUntil: exclusive ? next_at : null, inTurn: true },
  )
  await sql`update covers set state = 'searching', paused_by = null, ended = null, ended_at = null, rung = ${rung}, moved_at = ${now},
      next_rung_at = ${next_at}, updated_at = clock_timestamp() where id = ${search.id}`.execute(ctx.db)
  return group.length
}

type NewAsk = { person: number; rung: number; despite: boolean }

/**
 * Stores requests to cover, once each, and queues their messages.
 * @param how as `noteAsked`; default: out of turn.
 */
export async function askPeople(
  ctx: Ctx,
  search: LockedSearch,
  people: readonly NewAsk[],
  how: { exclusiveUntil: Date | null; inTurn: boolean } = { exclusiveUntil: null, inTurn: false },
): Promise<void> {
  const asked = people.map((one) => ({ ...one, code: makeCode() }))
  const { rows } = await sql<{ id: number; person: number; uid: string; code: string | null }>`
    insert into coverasks (cover, person, rung, despite, code, asked_at, channel, alone_until)
    select ${search.id}, p.id, n.rung, n.despite, case when c.channel in ('sms', 'both') then n.code end, ${ctx.clock.now()}, c.channel, ${how.exclusiveUntil}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as n (person bigint, rung integer, despite boolean, code text)
    join people p on p.id = n.person and p.is_active and p.erased_at is null
    cross join lateral (select ${sql.raw(channelSql('p', String(ctx.site.sms_enabled)))} as channel) c
    on conflict (site_id, cover, person) do nothing returning id, person, uid, code`.execute(ctx.db)
  await noteAsked(ctx, search, rows, how)
}

import { CompiledQuery } from 'kysely'
import { personOf, standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Run, Statement } from './bindings.ts'

export const requestValues = (ctx: Pick<Ctx, 'site' | 'actor' | 'clock'>): Run => ({
  me: personOf(ctx.actor),
  admin: standingOf(ctx.actor) !== 'user',
  now: ctx.clock.now(),
  organisation: ctx.site.name,
  zone: ctx.site.timezone,
})

export async function runStatement<T>(db: SiteDb, statement: Statement, values: Run): Promise<T[]> {
  const { rows } = await db.executeQuery<T>(CompiledQuery.raw(statement.text, statement.values(values)))
  return rows
}

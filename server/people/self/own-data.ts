import { sql } from 'kysely'
import { requireRecentSignIn } from '#server/accounts/sign-in/recent-sign-in.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { declared } from '#server/engine/features.ts'

export type OwnData = Record<string, unknown> & { photo_key: string | null }

/**
 * Collects this site's data about the acting person, feature by feature; times are ISO instants in UTC. Excludes
 * secrets and what only managers see (notes, details of records), which the person can request from the site.
 * @throws DomainError 'forbidden' with `reauth_required`.
 */
export async function readOwnData(ctx: Ctx): Promise<OwnData> {
  const me = requirePerson(ctx.actor)
  await requireRecentSignIn(ctx)
  const parts = [...declared().ownData].map(([key, part]) => sql`${sql.lit(key)}, ${part(me)}`)
  const { rows } = await sql<{ data: OwnData }>`select jsonb_build_object(${sql.join(parts)}) as data`.execute(ctx.db)
  await audit(ctx, { action: 'account.download', subject: 'people', subject_id: me })
  const data = rows[0]?.data ?? { photo_key: null }
  return { site: ctx.site.name, made_at: ctx.clock.now().toISOString(), ...data }
}

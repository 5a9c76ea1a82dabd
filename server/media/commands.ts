import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct, requirePerson, requireStanding } from '#server/engine/access/permission.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { requireQuota } from '#server/quotas/queries.ts'
import type { StoredPicture } from './media.ts'

/** Refuses a picture beyond the quota; the one that it replaces makes room. */
const requireStorage = (ctx: Ctx, picture: StoredPicture | null, replaced: number | null) =>
  requireQuota(ctx, 'storage', (picture?.bytes ?? 0) - (replaced ?? 0), 'file')

/** The key of the replaced picture; nothing refers to it after the commit. */
export type ReplacedImage = { replaced: string | null }

/**
 * Sets or removes a photo: everyone their own, admins any.
 * @param picture the stored one; null for none.
 * @throws DomainError 'forbidden', 'not_found'; 'invalid' under `file` beyond the quota of storage.
 */
export async function setPhoto(ctx: Ctx, person: number, picture: StoredPicture | null): Promise<ReplacedImage> {
  if (requirePerson(ctx.actor) !== person) requireStanding(ctx.actor, 'admin')
  const current = await ctx.db
    .selectFrom('people')
    .select(['role', 'avatar', 'avatar_bytes'])
    .where('id', '=', person)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!current) throw notFound()
  if (current.role === 'admin') requireOwnAct(ctx.actor)
  await requireStorage(ctx, picture, current.avatar_bytes)
  await ctx.db
    .updateTable('people')
    .set({ avatar: picture?.key ?? null, avatar_bytes: picture?.bytes ?? null, updated_at: ctx.clock.now() })
    .where('id', '=', person)
    .execute()
  await audit(ctx, { action: picture ? 'photo.set' : 'photo.remove', subject: 'people', subject_id: person })
  return { replaced: current.avatar }
}

/**
 * Sets or removes the site's logo. Stores the full address, since mails and the first page know no media root.
 * @throws DomainError 'forbidden' for anyone but an admin; 'invalid' under `file` beyond the quota of storage.
 */
export async function setLogo(ctx: Ctx, picture: StoredPicture | null): Promise<ReplacedImage> {
  requireStanding(ctx.actor, 'admin')
  const root = ctx.site.media_root
  const current = await ctx.db
    .selectFrom('sites')
    .select(['logo', 'logo_bytes'])
    .where('id', '=', ctx.site.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await requireStorage(ctx, picture, current.logo_bytes)
  await ctx.db
    .updateTable('sites')
    .set({ logo: picture && `${root}${picture.key}`, logo_bytes: picture?.bytes ?? null })
    .where('id', '=', ctx.site.id)
    .execute()
  await audit(ctx, { action: picture ? 'logo.set' : 'logo.remove', subject: 'sites', subject_id: ctx.site.id })
  return { replaced: current.logo?.startsWith(root) ? current.logo.slice(root.length) : null }
}

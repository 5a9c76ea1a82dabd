import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson, requireStanding } from '#server/engine/access/permission.ts'
import { notFound } from '#server/engine/kernel/errors.ts'

/** The key of the replaced picture; nothing refers to it after the commit. */
export type ReplacedImage = { replaced: string | null }

/**
 * Sets or removes a photo: everyone their own, admins any.
 * @param key of the stored picture; null for none.
 * @throws DomainError 'forbidden', 'not_found'.
 */
export async function setPhoto(ctx: Ctx, person: number, key: string | null): Promise<ReplacedImage> {
  if (requirePerson(ctx.actor) !== person) requireStanding(ctx.actor, 'admin')
  const current = await ctx.db
    .selectFrom('people')
    .select('avatar')
    .where('id', '=', person)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!current) throw notFound()
  await ctx.db
    .updateTable('people')
    .set({ avatar: key, updated_at: ctx.clock.now() })
    .where('id', '=', person)
    .execute()
  await audit(ctx, { action: key ? 'photo.set' : 'photo.remove', subject: 'people', subject_id: person })
  return { replaced: current.avatar }
}

/**
 * Sets or removes the site's logo. Stores the full address, since mails and the first page know no media root.
 * @throws DomainError 'forbidden' for anyone but an admin.
 */
export async function setLogo(ctx: Ctx, key: string | null): Promise<ReplacedImage> {
  requireStanding(ctx.actor, 'admin')
  const root = ctx.site.media_root
  const current = await ctx.db
    .selectFrom('sites')
    .select('logo')
    .where('id', '=', ctx.site.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await ctx.db
    .updateTable('sites')
    .set({ logo: key && `${root}${key}` })
    .where('id', '=', ctx.site.id)
    .execute()
  await audit(ctx, { action: key ? 'logo.set' : 'logo.remove', subject: 'sites', subject_id: ctx.site.id })
  return { replaced: current.logo?.startsWith(root) ? current.logo.slice(root.length) : null }
}

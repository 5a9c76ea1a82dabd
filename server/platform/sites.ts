import { type Kysely, sql } from 'kysely'
import type * as z from 'zod'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import type { QuotaLimits, QuotaName } from '#server/engine/kernel/quota-limits.pure.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { addStarterTemplates } from '#server/messages/templates/starters.ts'
import { type ActingOperator, recordAct } from '#server/operators/acts.ts'
import type { ActName, SiteCaps } from '#server/operators/contract.ts'
import { ownQuotas, usedJson } from '#server/quotas/queries.ts'
import { limitsOf, type QuotaUse, type SiteQuotas, usesOf } from '#server/quotas/rules.ts'
import { auditSite } from './audit-site.ts'
import { newSite, SLUG_REST_DAYS } from './contract.ts'
import { addFirstAdmin } from './first-admin.ts'

/** `by` is the operator at the console; the command line has none. */
type Parts = { pool: Pool; now: Date; by?: ActingOperator | undefined }

/** Actions that only the command line has. */
const OF_COMMAND_LINE = ['site.delete', 'site.move', 'site.back', 'site.quota'] as const
type StatusAction = ActName | (typeof OF_COMMAND_LINE)[number]
const isOfCommandLine = (action: StatusAction): action is (typeof OF_COMMAND_LINE)[number] =>
  OF_COMMAND_LINE.some((one) => one === action)

/** Audits a change of a site; the operators' log has it too where one made it at the console. */
export async function recordChange(
  db: Kysely<DB>,
  { now, by }: Pick<Parts, 'now' | 'by'>,
  site: number,
  action: StatusAction,
) {
  await auditSite(db, {
    site,
    at: now,
    action,
    subject: 'sites',
    subject_id: site,
    ...(by && { details: { by: 'operator' } }),
  })
  if (by && !isOfCommandLine(action)) await recordAct(db, { ...by, at: now, action, site })
}

const read = <T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'read', {}, work)
const write = <T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'write', {}, work)

export type SiteRow = {
  id: number
  slug: string
  name: string
  timezone: string
  status: string
  created_at: Date
  deleted_at: Date | null
  people: number
}

/** Lists all sites by slug, for the command line; the console reads pages (`console.ts`). */
export const listSites = ({ pool }: Pick<Parts, 'pool'>): Promise<SiteRow[]> =>
  read(pool, (db) =>
    db
      .selectFrom('sites as s')
      .select(['s.id', 's.slug', 's.name', 's.timezone', 's.status', 's.created_at', 's.deleted_at'])
      .select((eb) =>
        eb
          .selectFrom('people as p')
          .whereRef('p.site_id', '=', 's.id')
          .select(eb.fn.countAll<number>().as('n'))
          .$asScalar()
          .$notNull()
          .as('people'),
      )
      .orderBy('s.slug')
      .execute(),
  )

const slugTaken = () => invalid({ slug: ['This name is taken.'] })

/**
 * Creates a site. A deleted site's name is free after 90 days; the old row is then renamed.
 * @throws ZodError when the input breaks the contract, reserved names included; DomainError 'invalid' at `slug` when
 * the name is taken or not free yet.
 */
export async function createSite(
  { pool, now, by }: Parts,
  input: z.input<typeof newSite>,
): Promise<{ id: number; slug: string }> {
  const { admin_name, admin_email, ...values } = newSite.parse(input)
  return write(pool, async (db) => {
    const existing = await db
      .selectFrom('sites')
      .select(['id', 'status', 'deleted_at'])
      .where('slug', '=', values.slug)
      .forUpdate()
      .executeTakeFirst()
    if (existing && existing.status !== 'deleted') throw slugTaken()
    if (existing) {
      const rested = existing.deleted_at && now.getTime() - existing.deleted_at.getTime() >= SLUG_REST_DAYS * 86_400_000
      if (!rested)
        throw invalid({ slug: [`This name is reserved for ${SLUG_REST_DAYS} days after its site was deleted.`] })
      await db
        .updateTable('sites')
        .set({ slug: `deleted-${existing.id}` })
        .where('id', '=', existing.id)
        .execute()
    }
    const created = await db
      .insertInto('sites')
      .values(values)
      .onConflict((conflict) => conflict.constraint('sites_slug_key').doNothing())
      .returning(['id', 'slug'])
      .executeTakeFirst()
    if (!created) throw slugTaken()
    await recordChange(db, { now, by }, created.id, 'site.create')
    await sql`select set_config('app.site_id', ${String(created.id)}, true)`.execute(db)
    await addStarterTemplates(db, created.id)
    if (admin_email) await addFirstAdmin(db, { site: created.id, name: admin_name, email: admin_email, now })
    return created
  })
}

export type SiteState = { id: number; slug: string; status: string }

const setStatus =
  (action: StatusAction, from: readonly string[], status: string) =>
  ({ pool, now, by }: Parts, slug: string, movedTo: string | null = null): Promise<SiteState> =>
    write(pool, async (db) => {
      const row = await db
        .updateTable('sites')
        .set({ status, moved_to: movedTo, deleted_at: status === 'deleted' ? now : null })
        .$if(status === 'deleted', (update) => update.set({ own_domain: null }))
        .where('slug', '=', slug)
        .where('status', 'in', [...from])
        .returning(['id', 'slug', 'status'])
        .executeTakeFirst()
      if (!row) throw new DomainError('not_found', `No ${from.join(' or ')} site has the name "${slug}".`)
      // A club that is gone may take its names to another site.
      if (status === 'deleted') await sql`delete from platform.domains where site = ${row.id}`.execute(db)
      if (status !== 'active') await sql`select core.end_entries(null, ${row.id}, ${now})`.execute(db)
      await recordChange(db, { now, by }, row.id, action)
      return row
    })

/**
 * Suspends a site without data loss: its host responds as if unknown, no reminder is planned, and operators who have
 * entered it are out, also once it is resumed.
 */
export const suspendSite = setStatus('site.suspend', ['active'], 'suspended')
export const resumeSite = setStatus('site.resume', ['suspended'], 'active')
/** Soft-deletes a site: data stays until it is erased, the name is reserved for 90 days, own domains are free. */
export const deleteSite = setStatus('site.delete', ['active', 'suspended', 'moved'], 'deleted')

/**
 * Says that another deployment has the site, at the origin `to`: its hosts tell visitors, nothing is sent for it, and
 * its name stays reserved. `to` null opens it again.
 * @throws DomainError 'not_found' for a site of another status.
 */
export const moveSite = (parts: Parts, slug: string, to: string | null): Promise<SiteState> =>
  to === null
    ? setStatus('site.back', ['moved'], 'active')(parts, slug)
    : setStatus('site.move', ['active', 'suspended', 'moved'], 'moved')(parts, slug, to)

/** Sets limits of a site that is not deleted; absent ones stay. @throws DomainError 'not_found'. */
const setLimits =
  <L extends Partial<SiteCaps & SiteQuotas>>(action: StatusAction) =>
  ({ pool, now, by }: Parts, slug: string, limits: L): Promise<void> =>
    write(pool, async (db) => {
      const row = await db
        .updateTable('sites')
        .set(limits)
        .where('slug', '=', slug)
        .where('status', '<>', 'deleted')
        .returning('id')
        .executeTakeFirst()
      if (!row) throw new DomainError('not_found', `No site has the name "${slug}".`)
      await recordChange(db, { now, by }, row.id, action)
    })

export const setSiteCaps = setLimits<SiteCaps>('site.caps')
/** Null means the default. */
export const setSiteQuotas = setLimits<Partial<SiteQuotas>>('site.quota')

/** Reads what a site uses of its quotas. @throws DomainError 'not_found'. */
export const readSiteUses = (
  { pool, now }: Pick<Parts, 'pool' | 'now'>,
  slug: string,
  defaults: QuotaLimits,
): Promise<QuotaUse[]> =>
  read(pool, async (db) => {
    const { rows } = await sql<{ used: Record<QuotaName, number>; own: SiteQuotas }>`
      select ${usedJson(now)} as used, ${ownQuotas} as own from core.sites s where s.slug = ${slug}`.execute(db)
    const [row] = rows
    if (!row) throw new DomainError('not_found', `No site has the name "${slug}".`)
    return usesOf(row.used, limitsOf(row.own, defaults))
  })

/** Finds a site of any status. @throws DomainError 'not_found'. */
export const findSite = async (db: Kysely<DB>, slug: string): Promise<SiteState> => {
  const row = await db.selectFrom('sites').select(['id', 'slug', 'status']).where('slug', '=', slug).executeTakeFirst()
  if (!row) throw new DomainError('not_found', `No site has the name "${slug}".`)
  return row
}

/** Finds a site of any status. @throws DomainError 'not_found'. */
export const siteNamed = ({ pool }: Pick<Parts, 'pool'>, slug: string): Promise<SiteState> =>
  read(pool, (db) => findSite(db, slug))

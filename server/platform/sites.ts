import type { Kysely } from 'kysely'
import type { Pool } from '#server/kernel/db/pool.ts'
import { inTransaction } from '#server/kernel/db/transaction.ts'
import { DomainError, invalid } from '#server/kernel/errors.ts'
import type { DB } from '#server/schema.gen.ts'
import { type NewSite, REST_DAYS } from './contract.ts'

type Parts = { pool: Pool; now: Date }

const read = <T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'read', {}, work)
const write = <T>(pool: Pool, work: (db: Kysely<DB>) => Promise<T>) => inTransaction<DB, T>(pool, 'write', {}, work)

export type SiteRow = {
  id: number
  slug: string
  name: string
  timezone: string
  status: string
  created_at: Date
  people: number
}

/** All sites by name, with how many people each has. */
export const listSites = ({ pool }: Pick<Parts, 'pool'>): Promise<SiteRow[]> =>
  read(pool, (db) =>
    db
      .selectFrom('sites as s')
      .select(['s.id', 's.slug', 's.name', 's.timezone', 's.status', 's.created_at'])
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

/**
 * Makes a site. A deleted site's name is free again after 90 days; the old row then keeps a name of its own.
 * @throws DomainError 'invalid' at `slug` when the name is taken or still resting.
 */
export const createSite = ({ pool, now }: Parts, input: NewSite): Promise<{ id: number; slug: string }> =>
  write(pool, async (db) => {
    const known = await db
      .selectFrom('sites')
      .select(['id', 'status', 'deleted_at'])
      .where('slug', '=', input.slug)
      .forUpdate()
      .executeTakeFirst()
    if (known && known.status !== 'deleted') throw invalid({ slug: ['This name is taken.'] })
    if (known) {
      const rested = known.deleted_at && now.getTime() - known.deleted_at.getTime() >= REST_DAYS * 86_400_000
      if (!rested) throw invalid({ slug: [`This name rests for ${REST_DAYS} days after its site was deleted.`] })
      await db
        .updateTable('sites')
        .set({ slug: `deleted-${known.id}` })
        .where('id', '=', known.id)
        .execute()
    }
    return db.insertInto('sites').values(input).returning(['id', 'slug']).executeTakeFirstOrThrow()
  })

const setStatus =
  (from: readonly string[], status: string, deleted: boolean) =>
  ({ pool, now }: Parts, slug: string) =>
    write(pool, async (db) => {
      const row = await db
        .updateTable('sites')
        .set({ status, deleted_at: deleted ? now : null })
        .where('slug', '=', slug)
        .where('status', 'in', [...from])
        .returning(['id', 'slug', 'status'])
        .executeTakeFirst()
      if (!row) throw new DomainError('not_found', `No ${from.join(' or ')} site has the name "${slug}".`)
      return row
    })

/** Closes a site without losing anything: its host answers as if it did not exist, and no message leaves. */
export const suspendSite = setStatus(['active'], 'suspended', false)
export const resumeSite = setStatus(['suspended'], 'active', false)
/** Deletes a site softly; its data stays until it is erased, its name rests for 90 days. */
export const deleteSite = setStatus(['active', 'suspended'], 'deleted', true)

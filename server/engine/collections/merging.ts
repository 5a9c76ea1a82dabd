import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson, requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { referenceRemoved } from './constraint-messages.ts'
import type { Link } from './links.ts'
import type { RecordWriter, WriterParts } from './records.ts'
import type { Removals } from './removals.ts'

export type Merging = { into: number; moved: Record<string, number> }

const USED_BY_BOTH =
  'Something refers to both, such as a person with a record of each on the same day. Delete one of those first.'

export function createMerging({ find, trash }: WriterParts, writer: RecordWriter & Removals) {
  /**
   * Moves all references of the record `id` to `into` and removes `id`, in one transaction. Takes the references from
   * the schema's foreign keys and lists, so none is missed. Notifies no one, since only a name changes. Cannot be
   * undone.
   * @throws DomainError 'not_found' for `id`, 'invalid' under `into`, 'conflict' if a row may refer to only one of
   * them.
   */
  return async function merge(ctx: Ctx, name: string, id: number, into: number): Promise<Merging> {
    requireStanding(ctx.actor, 'admin')
    requirePerson(ctx.actor)
    if (id === into) throw invalid({ into: ['Choose another one.'] })
    const declaration = find(ctx.actor, name)
    return inUnitOfWork(ctx, async (unit) => {
      const locked = await writer.lockById(unit, declaration, [id, into])
      const gone = locked.get(id)
      if (!gone) throw notFound()
      if (!locked.has(into)) throw invalid({ into: ['Not found.'] })
      const moved: Record<string, number> = {}
      for (const link of (await trash.linksOf(unit)).filter(({ parent }) => parent === name)) {
        const count = await moveReferences(unit, link, id, into)
        if (count) moved[link.child] = (moved[link.child] ?? 0) + count
      }
      await writer.removeAll(unit, declaration, [id], null)
      await audit(unit, {
        action: `${name}.merge`,
        subject: name,
        subject_id: into,
        details: { from: id, name: gone[declaration.contract.label ?? 'id'] ?? null, moved },
      })
      return { into, moved }
    })
  }
}

/** @returns how many rows were changed. @throws DomainError 'conflict'. */
async function moveReferences({ db, clock }: Ctx, link: Link, id: number, into: number): Promise<number> {
  const column = sql.ref(link.column)
  const table = sql.table(`core.${link.child}`)
  // Invalidates versions that editors have read.
  const { rows: versioned } = await sql`select from pg_attribute
    where attrelid = ${`core.${link.child}`}::regclass and attname = 'updated_at'`.execute(db)
  const version = versioned.length ? sql`, updated_at = ${clock.now()}` : sql``
  const [value, holds] = link.many
    ? [
        sql`(select array_agg(used order by place) from (
          select used, min(place) as place from unnest(array_replace(${column}, ${id}::bigint, ${into}::bigint)) with ordinality as u(used, place)
          group by used) as kept)`,
        sql`${column} @> array[${id}]::bigint[]`,
      ]
    : [sql`${into}`, sql`${column} = ${id}`]
  try {
    const { numAffectedRows } = await sql`update ${table} set ${column} = ${value}${version} where ${holds}`.execute(db)
    return Number(numAffectedRows ?? 0)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '23505' || code === '23P01') throw new DomainError('conflict', USED_BY_BOTH, { cause: error })
    if (code === '40P01' || code === '40001' || code === '55P03') throw referenceRemoved(error as Error)
    throw error
  }
}

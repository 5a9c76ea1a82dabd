import { DomainError } from '#server/engine/kernel/errors.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ShownShift } from './shown-contract.ts'

/** @throws DomainError 'conflict' with the ids in `changed` if some of the shifts are not as they were shown. */
export async function requireAsShown(db: SiteDb, shown: ReadonlyMap<number, ShownShift | undefined>): Promise<void> {
  const stated = [...shown].filter(([, as]) => as !== undefined)
  if (!stated.length) return
  const rows = await db
    .selectFrom('shift_facts')
    .select(['id', 'start', 'end', 'person_start', 'person_end', 'location_name', 'assignment_name', 'role_name'])
    .where(
      'id',
      'in',
      stated.map(([id]) => id),
    )
    .execute()
  const isTime = (as: string | undefined, ...times: (Date | null)[]) =>
    as === undefined || times.some((time) => time?.getTime() === Date.parse(as))
  const isName = (as: string | null | undefined, name: string | null) => as === undefined || (as || null) === name
  const changed = rows.filter((row) => {
    const as = shown.get(row.id)!
    return (
      !isTime(as.start, row.start, row.person_start) ||
      !isTime(as.end, row.end, row.person_end) ||
      !isName(as.location, row.location_name) ||
      !isName(as.assignment, row.assignment_name) ||
      !isName(as.role, row.role_name)
    )
  })
  if (changed.length)
    throw new DomainError('conflict', 'This shift has changed since you opened the page. Please look at it again.', {
      body: { changed: changed.map(({ id }) => id) },
    })
}

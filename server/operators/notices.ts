import { type Kysely, sql } from 'kysely'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { type ActingOperator, recordAct } from './acts.ts'
import { MAX_NOTICES, type NoticeInput, type NoticeRow } from './contract.ts'

type Parts = { now: Date; by: ActingOperator }

const YEAR_MS = 366 * 86_400_000
const LISTED = 50

const notice = (now: Date) => sql`
  select n.id, n.text, n.audience, ${instantText('n.shown_from')} as shown_from, ${instantText('n.starts_at')} as starts_at,
    ${instantText('n.ends_at')} as ends_at, ${instantText('n.ended_at')} as ended_at, a.email as written_by, ${instantText('n.written_at')} as written_at,
    case when n.ended_at is not null or n.ends_at <= ${now} then 'ended' when n.shown_from > ${now} then 'waits' else 'shown' end as state
  from platform.notices n left join identity.accounts a on a.id = n.written_by`

/** Lists the latest notices: first those that are shown or wait, in their order, then the others, newest first. */
export async function listNotices(db: Kysely<DB>, now: Date): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`
    select * from (${notice(now)}) l order by state = 'ended', case when state <> 'ended' then starts_at end, ends_at desc, id desc
    limit ${LISTED}`.execute(db)
  return rows
}

/** @throws DomainError 'not_found'. */
export async function readNotice(db: Kysely<DB>, id: number, now: Date): Promise<NoticeRow> {
  const { rows } = await sql<NoticeRow>`${notice(now)} where n.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Refuses times that no notice needs: it is over, or a year away. */
function requireNearTimes({ starts_at, ends_at, shown_from }: NoticeInput, now: Date): void {
  const isNear = (at: Date) => Math.abs(at.getTime() - now.getTime()) <= YEAR_MS
  if (ends_at <= now) throw invalid({ ends_at: ['Must be in the future.'] })
  for (const [field, at] of Object.entries({ starts_at, ends_at, shown_from }))
    if (!isNear(at)) throw invalid({ [field]: ['Must be within a year.'] })
}

/** One after the other, so that the limit holds. */
const lock = (db: Kysely<DB>) => sql`select pg_advisory_xact_lock(hashtext('platform.notices'))`.execute(db)

/** @throws DomainError 'invalid' under the fields, also when too many notices wait or are shown. */
export async function addNotice(db: Kysely<DB>, input: NoticeInput, { now, by }: Parts): Promise<{ id: number }> {
  requireNearTimes(input, now)
  await lock(db)
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from platform.notices where ended_at is null and ends_at > ${now}`.execute(db)
  if ((rows[0]?.open ?? 0) >= MAX_NOTICES)
    throw invalid({ non_field_errors: [`At most ${MAX_NOTICES} notices at a time. End another one first.`] })
  const added = await db
    .insertInto('notices')
    .values({ ...input, written_by: by.account, written_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordAct(db, { ...by, at: now, action: 'notice.add', details: { note: input.text } })
  return added
}

/** Only while it waits or is shown: what readers saw does not change afterwards. */
async function requireOpen(db: Kysely<DB>, id: number, now: Date): Promise<NoticeRow> {
  await lock(db)
  const found = await readNotice(db, id, now)
  if (found.state === 'ended') throw new DomainError('conflict', 'This notice has ended.')
  return found
}

/**
 * Changes a notice; those who dismissed it see it again.
 * @throws DomainError 'invalid' under the fields, 'not_found', 'conflict' when it has ended.
 */
export async function changeNotice(
  db: Kysely<DB>,
  id: number,
  input: NoticeInput,
  { now, by }: Parts,
): Promise<{ id: number }> {
  requireNearTimes(input, now)
  await requireOpen(db, id, now)
  await db
    .updateTable('notices')
    .set((eb) => ({ ...input, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await recordAct(db, { ...by, at: now, action: 'notice.change', details: { note: input.text } })
  return { id }
}

/** @throws DomainError 'not_found', 'conflict' when it has ended. */
export async function endNotice(db: Kysely<DB>, id: number, { now, by }: Parts): Promise<{ id: number }> {
  const { text } = await requireOpen(db, id, now)
  await db.updateTable('notices').set({ ended_at: now }).where('id', '=', id).execute()
  await recordAct(db, { ...by, at: now, action: 'notice.end', details: { note: text } })
  return { id }
}

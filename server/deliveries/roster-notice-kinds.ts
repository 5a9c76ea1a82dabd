import { sql } from 'kysely'
import { declared, type NoticeRule } from '#server/engine/features.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

export type RosterNoticeKind = `${string}.${string}`

export const isRosterNoticeKind = (kind: string): kind is RosterNoticeKind => declared().notices.has(kind)

/** @throws if no feature declares it. */
export function noticeRule(kind: RosterNoticeKind): NoticeRule {
  const rule = declared().notices.get(kind)
  if (!rule) throw new Error(`No feature brings the notice ${kind}.`)
  return rule
}

export async function standingSubjects(
  db: SiteDb,
  kind: RosterNoticeKind,
  subjects: readonly number[],
): Promise<number[]> {
  const { rows } = await noticeRule(kind)
    .standing(sql`${[...subjects]}::bigint[]`)
    .execute(db)
  return rows.map(({ id }) => id)
}

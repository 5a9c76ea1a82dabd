import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { readSite } from '#server/engine/tenancy/read-site.ts'
import { accountVerdict, isAccountKind } from './account-notices.ts'
import { type Channel, isShiftMessageKind, type ShiftMessageKind } from './contract.ts'
import { type MessagePerson, readRecipients } from './recheck.ts'
import { answerVerdict, standingAnswers } from './request-notices.ts'
import { isRosterNoticeKind } from './roster-notice-kinds.ts'
import { rosterNoticeVerdict, standingRosterNotices } from './roster-notices.ts'
import { type SendVerdict, sendVerdict } from './rules.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'
import type { NoticeFacts, NoticeKind } from './transport.ts'

export type JudgedDelivery = {
  kind: ShiftMessageKind | NoticeKind
  channel: Channel
  person: MessagePerson
  /** The shift now, and as last told. */
  shift: ShiftFacts | null
  before: Partial<ShiftFacts> | null
  /** Shared by deliveries of one message; null for a single one. */
  bundle: string | null
  verdict: SendVerdict
}

type Queued = {
  shift: number | null
  person: number
  kind: ShiftMessageKind | NoticeKind
  channel: Channel
  start_local_date: string | null
  bundle: string | null
  facts: Partial<NoticeFacts> & { before?: Partial<ShiftFacts> }
}

/** Judges queued messages by the sender's rules, by id. */
export async function judgeQueued(ctx: Ctx, ids: readonly number[]): Promise<JudgedDelivery[]> {
  if (!ids.length) return []
  const { rows } = await sql<Queued>`
    select shift, person, kind, channel, start_local_date::text as start_local_date,
      coalesce(together, start_local_date::text) as bundle, facts from deliveries
    where id = any (${ids}::bigint[]) and state = 'queued' order by id`.execute(ctx.db)
  const people = await readRecipients(ctx.db, [...new Set(rows.map(({ person }) => person))])
  const shifts = await shiftFacts(ctx.db, { shifts: [...new Set(rows.flatMap(({ shift }) => shift ?? []))] })
  const standing = await standingAnswers(ctx.db, rows)
  const stillSo = await standingRosterNotices(ctx.db, rows as { kind: string; facts: object }[])
  const [site, now] = [await readSite(ctx.db), ctx.clock.now()]
  return rows.flatMap(({ kind, ...row }) => {
    const person = people.get(row.person)
    if (!person) return []
    const [shift, before] = [shifts.get(row.shift ?? 0) ?? null, row.facts.before ?? null]
    const verdict = isShiftMessageKind(kind)
      ? sendVerdict({ ...row, kind, previous: before, shift, person, site, now })
      : isAccountKind(kind)
        ? accountVerdict({ ...row, kind }, person, site, now)
        : isRosterNoticeKind(kind)
          ? rosterNoticeVerdict({ ...row, kind }, person, site, stillSo, now)
          : answerVerdict({ kind, facts: row.facts as object }, person, site, standing, now)
    return [{ kind, channel: row.channel, person, shift, before, bundle: row.bundle, verdict }]
  })
}

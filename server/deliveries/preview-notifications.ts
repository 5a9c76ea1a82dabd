import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import { accountVerdict, isAccountKind } from './account-notices.ts'
import { type Channel, isShiftMessageKind, type ShiftMessageKind } from './contract.ts'
import { readRecipients, readSite } from './recheck.ts'
import { answerVerdict, standingAnswers } from './request-notices.ts'
import { isRosterNoticeKind } from './roster-notice-kinds.ts'
import { rosterNoticeVerdict, standingRosterNotices } from './roster-notices.ts'
import { sendVerdict } from './rules.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'
import type { NoticeFacts, NoticeKind } from './transport.ts'

const SOME = 6

/** How many people a preview lists with their channels. */
const MAX_LISTED = 200

/**
 * Runs `steps`, lists whom they notify, by name, and rolls them back. The list comes from the code that queues messages and
 * from the rule that decides just before one is sent. Nothing is stored and no job is woken.
 * @param steps run in order; each answer lists the recipients of its own step and of those before it.
 */
async function tryOut<T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  steps: T,
): Promise<{ [K in keyof T]: ById }> {
  const queued: number[] = []
  const quiet: Ctx = { ...ctx, unit: undefined, wake: () => {}, notices: { queued: (ids) => queued.push(...ids) } }
  const answers: ById[] = []
  await sql`savepoint dry_run`.execute(ctx.db)
  for (const step of steps) {
    await inUnitOfWork(quiet, step)
    answers.push(await recipientsOf(ctx, queued))
  }
  await sql`rollback to savepoint dry_run`.execute(ctx.db)
  return answers as { [K in keyof T]: ById }
}

/** Counts whom `steps` notify, in order, as the list of `previewRecipients` does. Nothing is stored. */
export async function previewNotifications<T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  ...steps: T
): Promise<{ [K in keyof T]: NotificationPreview }> {
  const answers: readonly ById[] = await tryOut(ctx, steps)
  return answers.map((recipients) => summaryOf(ctx, byName(recipients))) as { [K in keyof T]: NotificationPreview }
}

/** Whom the last of `steps` and those before it notify: how many, and the first of them with their channels. */
export type RecipientsPreview = { notifies: NotificationPreview; recipients: Recipient[] }

/** As `previewNotifications`, with the people and their channels. */
export async function previewRecipients<T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  ...steps: T
): Promise<{ [K in keyof T]: RecipientsPreview }> {
  const answers: readonly ById[] = await tryOut(ctx, steps)
  return answers.map(byName).map((recipients) => ({
    notifies: summaryOf(ctx, recipients),
    recipients: readsArea(ctx.actor, 'people') ? recipients.slice(0, MAX_LISTED) : [],
  })) as { [K in keyof T]: RecipientsPreview }
}

/** Returns by person through which channels `step` would notify them. Nothing is stored. */
export async function previewChannels(
  ctx: Ctx,
  step: (ctx: Ctx) => Promise<unknown>,
): Promise<ReadonlyMap<number, Recipient['channels']>> {
  const [recipients] = await tryOut(ctx, [step] as const)
  return new Map([...recipients].map(([id, { channels }]) => [id, channels]))
}

/** Does work whose messages wait until its undo window is over, and counts whom it will then notify. */
export async function withUndoWindow<T>(
  ctx: Ctx,
  wait_ms: number,
  work: (ctx: Ctx) => Promise<T>,
): Promise<{ done: T; notifies: NotificationPreview }> {
  const queued: number[] = []
  const collect = (ids: readonly number[]) => {
    queued.push(...ids)
    ctx.notices?.queued?.(ids)
  }
  const done = await inUnitOfWork({ ...ctx, unit: undefined, notices: { wait_ms, queued: collect } }, work)
  return { done, notifies: summaryOf(ctx, byName(await recipientsOf(ctx, queued))) }
}

/** Recipients by the id of the person. */
type ById = ReadonlyMap<number, Recipient>

const byName = (recipients: ById): Recipient[] =>
  [...recipients.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'))

type Queued = {
  shift: number | null
  person: number
  kind: ShiftMessageKind | NoticeKind
  channel: Channel
  start_local_date: string | null
  facts: Partial<NoticeFacts> & { before?: Partial<ShiftFacts> }
}

const summaryOf = (ctx: Ctx, recipients: readonly Recipient[]): NotificationPreview => ({
  people: recipients.length,
  names: readsArea(ctx.actor, 'people') ? recipients.slice(0, SOME).map(({ name }) => name) : [],
})

/** Lists the people who would get at least one of these messages now, or after quiet hours. */
async function recipientsOf(ctx: Ctx, ids: readonly number[]): Promise<ById> {
  if (!ids.length) return new Map()
  const { rows } = await sql<Queued>`
    select shift, person, kind, channel, start_local_date::text as start_local_date, facts from deliveries
    where id = any (${ids}::bigint[]) and state = 'queued'`.execute(ctx.db)
  const people = await readRecipients(ctx.db, [...new Set(rows.map(({ person }) => person))])
  const shifts = await shiftFacts(ctx.db, { shifts: [...new Set(rows.flatMap(({ shift }) => shift ?? []))] })
  const standing = await standingAnswers(ctx.db, rows)
  const stillSo = await standingRosterNotices(ctx.db, rows as { kind: string; facts: object }[])
  const [site, now] = [await readSite(ctx.db), ctx.clock.now()]
  const recipients = new Map<number, Recipient>()
  for (const { kind, ...row } of rows) {
    const person = people.get(row.person)
    if (!person) continue
    const verdict = isShiftMessageKind(kind)
      ? sendVerdict({
          ...row,
          kind,
          previous: row.facts.before ?? null,
          shift: shifts.get(row.shift ?? 0) ?? null,
          person,
          site,
          now,
        })
      : isAccountKind(kind)
        ? accountVerdict({ ...row, kind }, person, site, now)
        : isRosterNoticeKind(kind)
          ? rosterNoticeVerdict({ ...row, kind }, person, site, stillSo, now)
          : answerVerdict({ kind, facts: row.facts as object }, person, site, standing, now)
    if (verdict.kind === 'drop') continue
    const channels = new Set(recipients.get(person.id)?.channels).add(row.channel)
    recipients.set(person.id, { name: person.name, channels: [...channels].sort() })
  }
  return recipients
}

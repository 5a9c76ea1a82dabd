import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { accountVerdict, isAccountKind } from './account-notices.ts'
import { type Channel, isShiftMessageKind, type ShiftMessageKind } from './contract.ts'
import { readRecipients, readSite } from './recheck.ts'
import { declinedRequests, declinedVerdict, REQUEST_DECLINED, requestOf } from './request-notices.ts'
import { sendVerdict } from './rules.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'
import type { NoticeFacts, NoticeKind } from './transport.ts'

const SOME = 6

/**
 * Runs `steps`, counts whom they notify, and rolls them back. The count comes from the code that queues messages and from the
 * rule that decides just before one is sent. Nothing is stored and no job is woken.
 * @param steps run in order; each answer counts the recipients of its own step and of those before it.
 */
export async function previewNotifications<T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  ...steps: T
): Promise<{ [K in keyof T]: NotificationPreview }> {
  const queued: number[] = []
  const quiet: Ctx = { ...ctx, unit: undefined, wake: () => {}, notices: { queued: (ids) => queued.push(...ids) } }
  const answers: NotificationPreview[] = []
  await sql`savepoint dry_run`.execute(ctx.db)
  for (const step of steps) {
    await inUnitOfWork(quiet, step)
    answers.push(await previewOf(ctx, queued))
  }
  await sql`rollback to savepoint dry_run`.execute(ctx.db)
  return answers as { [K in keyof T]: NotificationPreview }
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
  return { done, notifies: await previewOf(ctx, queued) }
}

type Queued = {
  shift: number | null
  person: number
  kind: ShiftMessageKind | NoticeKind
  channel: Channel
  start_local_date: string | null
  facts: Partial<NoticeFacts> & { before?: Partial<ShiftFacts> }
}

/** Lists the people who would get at least one of these messages now, or after quiet hours. */
async function previewOf(ctx: Ctx, ids: readonly number[]): Promise<NotificationPreview> {
  if (!ids.length) return { people: 0, names: [] }
  const { rows } = await sql<Queued>`
    select shift, person, kind, channel, start_local_date::text as start_local_date, facts from deliveries
    where id = any (${ids}::bigint[]) and state = 'queued'`.execute(ctx.db)
  const people = await readRecipients(ctx.db, [...new Set(rows.map(({ person }) => person))])
  const shifts = await shiftFacts(ctx.db, { shifts: [...new Set(rows.flatMap(({ shift }) => shift ?? []))] })
  const declined = await declinedRequests(
    ctx.db,
    rows.flatMap(({ kind, facts }) => (kind === REQUEST_DECLINED ? [requestOf(facts)] : [])),
  )
  const [site, now] = [await readSite(ctx.db), ctx.clock.now()]
  const recipients = new Map<number, string>()
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
        : declinedVerdict(row as { facts: object }, person, site, declined, now)
    if (verdict.kind !== 'drop') recipients.set(person.id, person.name)
  }
  const names = [...recipients.values()].sort((a, b) => a.localeCompare(b, 'en'))
  return { people: names.length, names: readsArea(ctx.actor, 'people') ? names.slice(0, SOME) : [] }
}

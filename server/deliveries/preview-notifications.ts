import { sql } from 'kysely'
import type { Ctx, WantedNotice } from '#server/engine/access/context.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import { type JudgedDelivery, judgeQueued } from './judge-queued.ts'
import { asSettled } from './settle.ts'

const SOME = 6

const MAX_LISTED = 200

/** Result of a dry run: ids of queued messages, and intended recipients, reachable or not. */
export type TriedOut = { queued: readonly number[]; wanted: readonly WantedNotice[] }

/**
 * Runs `steps`, reads what they queued, and rolls back. Uses the production queueing code and the sender's rule. Stores
 * nothing and wakes no job.
 * @param steps run in order.
 * @param read called after each, before the rollback, with everything queued so far.
 */
export async function tryOut<A, T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  steps: T,
  read: (ctx: Ctx, tried: TriedOut) => Promise<A>,
): Promise<{ [K in keyof T]: A }> {
  const queued: number[] = []
  const wanted: WantedNotice[] = []
  const notices = {
    queued: (ids: readonly number[]) => void queued.push(...ids),
    wanted: (more: readonly WantedNotice[]) => void wanted.push(...more),
  }
  const quiet: Ctx = { ...ctx, unit: undefined, wake: () => {}, notices }
  const answers: A[] = []
  await sql`savepoint dry_run`.execute(ctx.db)
  for (const step of steps) {
    await inUnitOfWork(quiet, step)
    answers.push(await asSettled(quiet, 'own', () => read(ctx, { queued, wanted })))
  }
  await sql`rollback to savepoint dry_run`.execute(ctx.db)
  return answers as { [K in keyof T]: A }
}

const readRecipientsOf = (ctx: Ctx, { queued }: TriedOut) => recipientsOf(ctx, queued)

/** Counts recipients of `steps`, in order, as listed by `previewRecipients`. Stores nothing. */
export async function previewNotifications<T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  ...steps: T
): Promise<{ [K in keyof T]: NotificationPreview }> {
  const answers: readonly ById[] = await tryOut(ctx, steps, readRecipientsOf)
  return answers.map((recipients) => summaryOf(ctx, byName(recipients))) as { [K in keyof T]: NotificationPreview }
}

export type RecipientsPreview = { notifies: NotificationPreview; recipients: Recipient[] }

export async function previewRecipients<T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  ...steps: T
): Promise<{ [K in keyof T]: RecipientsPreview }> {
  const answers: readonly ById[] = await tryOut(ctx, steps, readRecipientsOf)
  return answers.map(byName).map((recipients) => ({
    notifies: summaryOf(ctx, recipients),
    recipients: readsArea(ctx.actor, 'people') ? recipients.slice(0, MAX_LISTED) : [],
  })) as { [K in keyof T]: RecipientsPreview }
}

/** Returns the channels of `step`'s notifications by person. Stores nothing. */
export async function previewChannels(
  ctx: Ctx,
  step: (ctx: Ctx) => Promise<unknown>,
): Promise<ReadonlyMap<number, Recipient['channels']>> {
  const [recipients] = await tryOut(ctx, [step] as const, readRecipientsOf)
  return new Map([...recipients].map(([id, { channels }]) => [id, channels]))
}

/** Runs work whose messages wait for the undo window, and counts their recipients. */
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
  const held: Ctx = { ...ctx, unit: undefined, notices: { wait_ms, queued: collect } }
  const done = await inUnitOfWork(held, work)
  const recipients = await asSettled(held, 'own', () => recipientsOf(ctx, queued))
  return { done, notifies: summaryOf(ctx, byName(recipients)) }
}

type ById = ReadonlyMap<number, Recipient>

const byName = (recipients: ById): Recipient[] => [...recipients.values()].sort((a, b) => compareNames(a.name, b.name))

const summaryOf = (ctx: Ctx, recipients: readonly Recipient[]): NotificationPreview => ({
  people: recipients.length,
  names: readsArea(ctx.actor, 'people') ? recipients.slice(0, SOME).map(({ name }) => name) : [],
})

/** Lists people who would get at least one of these messages now, or after quiet hours. */
const recipientsOf = async (ctx: Ctx, ids: readonly number[]): Promise<ById> =>
  recipientsAmong(await judgeQueued(ctx, ids))

function recipientsAmong(judged: readonly JudgedDelivery[]): ById {
  const recipients = new Map<number, Recipient>()
  for (const { person, channel, verdict } of judged) {
    if (verdict.kind === 'drop') continue
    const channels = new Set(recipients.get(person.id)?.channels).add(channel)
    recipients.set(person.id, { name: person.name, channels: [...channels].sort() })
  }
  return recipients
}

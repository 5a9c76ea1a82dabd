import { sql } from 'kysely'
import type { Ctx, WantedNotice } from '#server/engine/access/context.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'
import { compareNames } from '#server/engine/kernel/reading-order.pure.ts'
import { type JudgedDelivery, judgeQueued } from './judge-queued.ts'
import { asSettled } from './settle.ts'

const SOME = 6

/** How many people a preview lists with their channels. */
const MAX_LISTED = 200

/** What a change that is only tried out has queued: the ids of its messages, and whom it wants to notify, reached or not. */
export type TriedOut = { queued: readonly number[]; wanted: readonly WantedNotice[] }

/**
 * Runs `steps`, reads what they queued, and rolls them back. What is read comes from the code that queues messages and from the
 * rule that decides just before one is sent. Nothing is stored and no job is woken.
 * @param steps run in order. @param read is called after each, with what it and those before it queued, before they are rolled back.
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

/** Counts whom `steps` notify, in order, as the list of `previewRecipients` does. Nothing is stored. */
export async function previewNotifications<T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  ...steps: T
): Promise<{ [K in keyof T]: NotificationPreview }> {
  const answers: readonly ById[] = await tryOut(ctx, steps, readRecipientsOf)
  return answers.map((recipients) => summaryOf(ctx, byName(recipients))) as { [K in keyof T]: NotificationPreview }
}

/** Whom the last of `steps` and those before it notify: how many, and the first of them with their channels. */
export type RecipientsPreview = { notifies: NotificationPreview; recipients: Recipient[] }

/** As `previewNotifications`, with the people and their channels. */
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

/** Returns by person through which channels `step` would notify them. Nothing is stored. */
export async function previewChannels(
  ctx: Ctx,
  step: (ctx: Ctx) => Promise<unknown>,
): Promise<ReadonlyMap<number, Recipient['channels']>> {
  const [recipients] = await tryOut(ctx, [step] as const, readRecipientsOf)
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
  const held: Ctx = { ...ctx, unit: undefined, notices: { wait_ms, queued: collect } }
  const done = await inUnitOfWork(held, work)
  const recipients = await asSettled(held, 'own', () => recipientsOf(ctx, queued))
  return { done, notifies: summaryOf(ctx, byName(recipients)) }
}

/** Recipients by the id of the person. */
type ById = ReadonlyMap<number, Recipient>

const byName = (recipients: ById): Recipient[] => [...recipients.values()].sort((a, b) => compareNames(a.name, b.name))

const summaryOf = (ctx: Ctx, recipients: readonly Recipient[]): NotificationPreview => ({
  people: recipients.length,
  names: readsArea(ctx.actor, 'people') ? recipients.slice(0, SOME).map(({ name }) => name) : [],
})

/** Lists the people who would get at least one of these messages now, or after quiet hours. */
const recipientsOf = async (ctx: Ctx, ids: readonly number[]): Promise<ById> =>
  recipientsAmong(await judgeQueued(ctx, ids))

/** The people who get at least one of these messages, with their channels, by id. */
function recipientsAmong(judged: readonly JudgedDelivery[]): ById {
  const recipients = new Map<number, Recipient>()
  for (const { person, channel, verdict } of judged) {
    if (verdict.kind === 'drop') continue
    const channels = new Set(recipients.get(person.id)?.channels).add(channel)
    recipients.set(person.id, { name: person.name, channels: [...channels].sort() })
  }
  return recipients
}

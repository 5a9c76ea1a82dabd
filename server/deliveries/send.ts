import type { Clock } from '#server/engine/kernel/clock.ts'
import { stopwatch } from '#server/engine/kernel/clock.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { inHalves } from '#server/engine/kernel/db/in-halves.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { type Failures, pauseMs } from '#server/engine/kernel/failures.ts'
import { createTurns } from '#server/engine/kernel/gate.ts'
import { groupBy } from '#server/engine/kernel/group-by.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { Site, SiteId } from '#server/engine/tenancy/site.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import type { WithSite } from '#server/engine/tenancy/with-site.ts'
import { MAX_DETAIL } from './bounces.pure.ts'
import { outgoingKind, type ReadBulk } from './bulk.ts'
import { type ClaimedDelivery, type Rate, slowDown } from './claim.ts'
import type { Channel } from './contract.ts'
import type { Mark, Marker } from './mark.ts'
import type { Metrics } from './metrics.ts'
import { type DroppedDelivery, type ReadyMessage, recheck } from './recheck.ts'
import { failSender } from './senders/fail-sender.ts'
import { ownSenderOf } from './senders/rules.ts'
import {
  type Attachment,
  deliveryRef,
  type LinkAnswers,
  type Outcome,
  type Outgoing,
  type Transports,
  type WriteMessage,
  type WriteNotice,
} from './transport.ts'

export type SendDeps = {
  pool: Pool
  withSite: WithSite
  clock: Clock
  log: Log
  metrics: Metrics
  failures: Failures
  transports: Transports
  write: WriteMessage
  writeNotice: WriteNotice
  readBulk: ReadBulk
  linkAnswers: LinkAnswers
  originOf: (site: Site) => string
  /** Reads a file of a site; null without one. */
  readFile: (site: SiteId, key: string) => Promise<Uint8Array | null>
  rates: Record<ClaimedDelivery['channel'], Rate>
  leaseMs: number
  marker: Marker
  stopping: () => boolean
  /** Channels whose provider refuses our keys or sender, since the last message that it accepted. */
  refusing: Set<Channel>
}

const UNWRITTEN = 'The message could not be written.'

const BACKOFF_MS = 1_000
const MAX_BACKOFF_MS = 300_000

/** Doubles from one second to five minutes, with random spread so that refused messages do not return together. */
export const backoffMs = (attempts: number, spread: number) =>
  Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** Math.min(attempts - 1, 9)) * (0.75 + spread / 2)

/** Whether the number answered STOP: refused by Twilio (21610), and by us from then on. */
const isStopped = (reason: string) => /\b21610\b|stopped/.test(reason)

/**
 * Size of batches that are checked and sent together. A crash leaves a batch in doubt, so it holds what is sent in a
 * quarter of a second, and no more than the connections can check in time.
 */
const batchSize = ({ perSecond }: Rate) => Math.min(20, Math.max(5, Math.ceil(perSecond / 4)))

/**
 * Sends claimed messages in small batches: checks them per site, calls the provider for the batch, and marks each
 * outcome. If the database is lost, rows stay leased for the reconciler.
 */
export async function sendClaimed(deps: SendDeps, claimed: readonly ClaimedDelivery[]): Promise<void> {
  const since = stopwatch()
  const messages = [...groupBy(claimed, (row) => row.attempt_id).values()]
  const size = batchSize(deps.rates[claimed[0]?.channel ?? 'email'])
  for (let i = 0; i < messages.length; i += size) await sendBatch(deps, messages.slice(i, i + size).flat(), since)
}

async function sendBatch(deps: SendDeps, claimed: readonly ClaimedDelivery[], since: () => number): Promise<void> {
  await Promise.all(
    [...groupBy(claimed, (row) => row.site_id)].map(async ([site, rows]) => {
      if (deps.stopping() || since() > deps.leaseMs / 2) return release(deps, rows)
      const ready = await recheckSite(deps, site, rows).catch((error: unknown) => leave(deps, site, rows, error))
      // After sleeping for half its lease, a process may no longer own the message.
      const isFresh = () => since() < deps.leaseMs / 2
      await Promise.all(
        ready.map((message) => {
          if (!isFresh()) return release(deps, message.rows)
          return message.message.files?.length ? sendWithFiles(deps, message, isFresh) : sendOne(deps, message)
        }),
      )
    }),
  )
}

/** Checks and writes a site's messages; sets aside any that fails, without blocking others. */
async function recheckSite(deps: SendDeps, site: number, rows: readonly ClaimedDelivery[]): Promise<ReadyMessage[]> {
  const { withSite, clock, failures, write, writeNotice, readBulk, linkAnswers, originOf } = deps
  const ready: ReadyMessage[] = []
  await inHalves(
    [...groupBy(rows, (row) => row.attempt_id).values()],
    async (messages) => {
      const checked = await withSite(
        mintSiteId(site),
        (db) =>
          recheck(db, messages.flat(), {
            ...{ now: clock.now(), write, writeNotice, readBulk, linkAnswers, originOf },
            isStuck: (person, shift) =>
              [{ site }, { site, person }, { site, person, shift }].some((item) =>
                failures.isPaused('marks_due', item),
              ),
          }),
        { access: 'write' },
      )
      ready.push(...checked.ready)
      countDropped(deps, site, checked.dropped)
    },
    (message, error) => setAside(deps, message, error),
  )
  return ready
}

function countDropped({ metrics, log }: SendDeps, site: number, dropped: readonly DroppedDelivery[]): void {
  for (const { row, state, reason } of dropped) {
    if (state === 'skipped') metrics.skipped.inc({ reason })
    if (state === 'missed') {
      metrics.missed.inc()
      log.error({ site, delivery: row.id, request_id: row.request_id }, 'a reminder was missed')
    }
  }
}

/** Maximum attempts to write a message, over about 17 minutes. */
const MAX_TRIES = 10

/** Retries a message that could not be written later; fails it after the last attempt. */
function setAside(deps: SendDeps, rows: readonly ClaimedDelivery[], error: unknown): Promise<void> {
  const { site_id: site, id: delivery } = rows[0]!
  const times = deps.failures.note('deliveries', { site, delivery }, error)
  return times < MAX_TRIES
    ? markAll(deps, rows, { state: 'queued', error: UNWRITTEN, retry_ms: pauseMs(times) })
    : markAll(deps, rows, { state: 'failed', error: UNWRITTEN })
}

/** Defers a site's unchecked messages, because of a lock or a lost database. */
async function leave(
  deps: SendDeps,
  site: number,
  rows: readonly ClaimedDelivery[],
  error: unknown,
): Promise<ReadyMessage[]> {
  deps.log.warn({ err: error, site }, 'messages were not checked; they are tried again')
  const isAway = error instanceof DomainError && error.code === 'unavailable'
  if (!isAway) await markAll(deps, rows, { state: 'queued', retry_ms: backoffMs(rows[0]!.attempts, Math.random()) })
  return []
}

const release = (deps: SendDeps, rows: readonly ClaimedDelivery[]) =>
  markAll(deps, rows, { state: 'queued', retry_ms: 0 })

const markAll = (
  { marker }: SendDeps,
  rows: readonly ClaimedDelivery[],
  mark: Omit<Mark, 'site_id' | 'id' | 'attempt'>,
) => marker.add(rows.map(({ site_id, id, attempt_id: attempt }) => ({ site_id, id, attempt, ...mark })))

/** Concurrent mails with files per process: each takes several times its files' size in memory. */
const inTurnWithFiles = createTurns(2)

/** Reads a message's files and sends it; retries later if the storage does not respond. */
const sendWithFiles = (deps: SendDeps, ready: ReadyMessage, isFresh: () => boolean): Promise<void> =>
  inTurnWithFiles(async () => {
    const { rows, message, site } = ready
    if (!isFresh() || deps.stopping()) return release(deps, rows)
    const attachments: Attachment[] = []
    try {
      for (const { key, filename, content_type } of message.files ?? []) {
        const content = await deps.readFile(site.id, key)
        if (content) attachments.push({ filename, content_type, content })
      }
    } catch (error) {
      deps.log.error({ err: error, site: site.id }, 'the files of a message cannot be read; it is tried again')
      const retry_ms = backoffMs(rows[0]!.attempts, Math.random())
      return markAll(deps, rows, { state: 'queued', error: 'The files cannot be read.', retry_ms })
    }
    if (attachments.length < (message.files ?? []).length) {
      deps.log.error({ site: site.id, delivery: rows[0]?.id }, 'a file of a message is missing')
      return markAll(deps, rows, { state: 'failed', error: 'A file is missing.' })
    }
    return sendOne(deps, { ...ready, message: { ...message, attachments: [...message.attachments, ...attachments] } })
  })

async function sendOne(deps: SendDeps, { rows, message, site }: ReadyMessage): Promise<void> {
  const first = rows[0]!
  const { channel, kind } = first
  const outcome = await callProvider(deps, site, {
    ...message,
    site: site.id,
    site_name: site.name,
    kind: outgoingKind(kind),
    channel,
    delivery_id: deliveryRef(first.site_id, first.leader),
    attempt_id: first.attempt_id,
  })
  recordOutcome(deps, rows, outcome)
  const mark = markFor(outcome, first.attempts)
  if (mark) await markAll(deps, rows, mark)
  if (outcome.kind === 'refused')
    await slowDown(deps.pool, channel, deps.rates[channel], outcome.retry_after_ms ?? 0).catch(() => {})
  if (outcome.kind === 'rejected' && isStopped(outcome.reason) && channel === 'sms')
    await blockSms(deps, first, message.to).catch((error: unknown) =>
      deps.log.error({ err: error, site: site.id }, 'a number that answered STOP was not blocked'),
    )
}

/**
 * Sends from the site's own sender. A message that is refused from it was certainly not sent, so it is sent once more
 * from the platform's address; if that is accepted, the own sender is at fault.
 */
async function callProvider(deps: SendDeps, site: Site, message: Outgoing): Promise<Outcome> {
  const transport = deps.transports[message.channel]
  const send = (one: Outgoing) =>
    transport.send(one).catch((error: unknown): Outcome => ({ kind: 'ambiguous', reason: String(error) }))
  const own = message.channel === 'email' ? ownSenderOf(site) : null
  if (own === null) return send(message)
  const first = await send({ ...message, from: own })
  const isFinal = first.kind === 'rejected' || (first.kind === 'refused' && first.ours === true)
  if (!isFinal && !(first.kind === 'refused' && first.answered)) return first
  const second = await send(message)
  if (isFinal && second.kind === 'sent')
    await failSender(deps, site, own, first.reason.replaceAll(message.to, 'the recipient'))
  return second
}

function markFor(outcome: Outcome, attempts: number): Omit<Mark, 'site_id' | 'id' | 'attempt'> | null {
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', provider_id: cutText(outcome.provider_id, MAX_DETAIL) }
    case 'refused':
      return {
        state: 'queued',
        error: cutText(outcome.reason, MAX_DETAIL),
        retry_ms: Math.max(outcome.retry_after_ms ?? 0, backoffMs(attempts, Math.random())),
      }
    case 'rejected':
      return isStopped(outcome.reason)
        ? { state: 'skipped', reason: 'stopped', error: cutText(outcome.reason, MAX_DETAIL) }
        : { state: 'failed', error: cutText(outcome.reason, MAX_DETAIL) }
    case 'ambiguous':
      return null
  }
}

function recordOutcome(
  { metrics, clock, log, refusing }: SendDeps,
  rows: readonly ClaimedDelivery[],
  outcome: Outcome,
): void {
  const { kind, channel, site_id: site, id: delivery, request_id } = rows[0]!
  if (outcome.kind === 'sent') {
    refusing.delete(channel)
    metrics.sent.inc({ kind: outgoingKind(kind), channel })
    log.info(
      { site, delivery, request_id, kind: outgoingKind(kind), channel, provider_id: outcome.provider_id },
      'a message was sent',
    )
    metrics.lateness.observe(Math.max(0, (clock.epochMs() - Date.parse(rows[0]!.due_at)) / 1000))
  } else if (outcome.kind === 'ambiguous') {
    metrics.ambiguous.inc({ channel })
    log.warn(
      { site, delivery, request_id, reason: outcome.reason },
      'no answer to a message; the reconciler settles it',
    )
  } else if (outcome.kind === 'refused') {
    metrics[outcome.ours ? 'refused' : 'throttled'].inc({ channel })
    if (outcome.ours && !refusing.has(channel))
      log.error({ channel, reason: outcome.reason }, 'the provider refuses our keys or our sender; messages wait')
    if (outcome.ours) refusing.add(channel)
  } else log.error({ site, delivery, request_id, reason: outcome.reason }, 'a message was rejected')
}

/** Records a STOP for the refusing number, which may no longer be the person's. */
const blockSms = (deps: SendDeps, { site_id, person }: ClaimedDelivery, number: string) =>
  deps.withSite(
    mintSiteId(site_id),
    (db) =>
      db
        .updateTable('people')
        .set({ sms_blocked: true })
        .where('id', '=', person)
        .where('phone', '=', number)
        .execute(),
    { access: 'write' },
  )

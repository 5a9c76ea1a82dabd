import type { Kysely } from 'kysely'
import type { Transport, WrittenMessage } from '#server/deliveries/transport.ts'
import type { Clock } from '#server/engine/kernel/clock.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { PLATFORM } from '#server/engine/tenancy/site.ts'
import type { CapturedMessage } from '#server/messages/captured.ts'
import { type OperatorMail, writeOperatorMail } from './operator-mail.ts'

/** Queues a mail to an operator's sign-in address, in the transaction of its cause (ASVS V6.3.7). */
export async function queueOperatorMail(
  db: Kysely<DB>,
  { at, ...mail }: Pick<OperatorMail, 'to' | 'kind'> & Partial<OperatorMail> & { at: Date },
): Promise<void> {
  await db
    .insertInto('operator_mails')
    .values({ ...mail, happened_at: at, due_at: at })
    .execute()
}

export type OperatorMailDeps = {
  /** The pool of the worker role. */
  pool: Pool
  clock: Clock
  log: Log
  /** Null without a provider: the mail is then captured. */
  transport: Pick<Transport, 'send'> | null
  origin: string
  contact_email: string
  /** Derives the links of invitations. */
  secret: string
}

const BATCH = 10
const LEASE_MS = 60_000
const MAX_ATTEMPTS = 12

type Claimed = OperatorMail & { id: number; attempts: number }

/**
 * Sends queued mails. A claim of one minute keeps other workers off a mail. A mail with an unknown outcome is sent
 * again, since a duplicate warning is better than none. Gives up and logs after twelve tries, about two days.
 */
export async function sendOperatorMails(deps: OperatorMailDeps): Promise<void> {
  for (const mail of await claim(deps))
    await sendMail(deps, mail).catch((error: unknown) =>
      deps.log.error({ err: error, mail: mail.id }, 'an operator email failed; it is tried again'),
    )
}

async function sendMail(deps: OperatorMailDeps, mail: Claimed): Promise<void> {
  const written = writeOperatorMail(mail, deps)
  if (!deps.transport) return captureMail(deps, mail, written)
  const outcome = await deps.transport.send({
    ...written,
    ...{ site: PLATFORM, site_name: 'Watchbill', kind: `operator.${mail.kind}`, channel: 'email' },
    ...{ delivery_id: `operator-${mail.id}`, attempt_id: `operator-${mail.id}-${mail.attempts}` },
  })
  const isFinal = outcome.kind === 'rejected' || mail.attempts >= MAX_ATTEMPTS
  if (outcome.kind !== 'sent' && isFinal)
    deps.log.error({ mail: mail.id, reason: outcome.reason }, 'an operator email was not delivered')
  if (outcome.kind === 'sent' || isFinal) await removeMail(deps, mail)
}

const inWrite = <T>({ pool }: OperatorMailDeps, work: (db: Kysely<DB>) => Promise<T>) =>
  inTransaction<DB, T>(pool, 'write', {}, work)

/** Doubles with each try, up to ten hours. */
const retryDelayMs = (attempts: number) => LEASE_MS * 2 ** Math.min(attempts, 9)

const claim = (deps: OperatorMailDeps): Promise<Claimed[]> =>
  inWrite(deps, async (db) => {
    const now = deps.clock.now()
    const due = await db
      .selectFrom('operator_mails')
      .select(['id', 'to', 'kind', 'happened_at', 'attempts', 'invitation', 'about'])
      .where('captured', 'is', null)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { id, attempts } of due)
      await db
        .updateTable('operator_mails')
        .set({ attempts: attempts + 1, due_at: new Date(now.getTime() + retryDelayMs(attempts)) })
        .where('id', '=', id)
        .execute()
    return due.map((mail) => ({ ...mail, kind: mail.kind as OperatorMail['kind'], attempts: mail.attempts + 1 }))
  })

const removeMail = (deps: OperatorMailDeps, { id }: Claimed) =>
  inWrite(deps, (db) => db.deleteFrom('operator_mails').where('id', '=', id).execute())

const captureMail = (deps: OperatorMailDeps, { id }: Claimed, { subject, text, html }: WrittenMessage): Promise<void> =>
  inWrite(deps, async (db) => {
    await db
      .updateTable('operator_mails')
      .set({ captured: JSON.stringify({ subject, text, html }) })
      .where('id', '=', id)
      .execute()
  })

/** Lists captured mails, newest first, for `/dev/messages` of the console's host. */
export const listOperatorMails = (pool: Pool): Promise<CapturedMessage[]> =>
  inTransaction<DB, CapturedMessage[]>(pool, 'read', {}, async (db) => {
    const rows = await db
      .selectFrom('operator_mails')
      .select(['id', 'to', 'kind', 'happened_at', 'captured'])
      .where('captured', 'is not', null)
      .orderBy('id', 'desc')
      .limit(200)
      .execute()
    return rows.map(({ captured, happened_at, kind, ...row }) => ({
      ...row,
      ...(captured as Pick<CapturedMessage, 'subject' | 'text' | 'html'>),
      ...{ kind: `operator.${kind}`, channel: 'email', headers: {}, attachments: [], created: happened_at },
    }))
  })

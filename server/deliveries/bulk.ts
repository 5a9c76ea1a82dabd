import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ClaimedDelivery } from './claim.ts'
import type { Recipient, SendVerdict } from './rules.ts'
import type { MessageDraft, WrittenMessage } from './transport.ts'

export type BulkRecipient = Recipient & MessageDraft['person']

/** Says whether one delivery of a message may still be sent, and writes it. */
export type JudgeBulk = (
  row: Pick<ClaimedDelivery, 'kind' | 'channel' | 'facts'>,
  person: BulkRecipient,
) => { verdict: SendVerdict; write: () => WrittenMessage }

/**
 * Reads what deliveries of messages need, for all of a batch. The messages are locked until the transaction ends, so that none is stopped
 * between the check and the call.
 */
export type ReadBulk = (
  db: SiteDb,
  rows: readonly Pick<ClaimedDelivery, 'kind' | 'person' | 'facts'>[],
  parts: { site: Site; origin: string; now: Date },
) => Promise<JudgeBulk>

/** Whether a delivery belongs to a message that admins wrote (`bulk:{id}`), or is a test of one. */
export const isBulkKind = (kind: string): boolean => kind.startsWith('bulk:') || kind === 'bulk.test'

/** The kind under which providers, metrics and captured messages see it: without the id. */
export const outgoingKind = (kind: string): string => (kind.startsWith('bulk:') ? 'bulk' : kind)

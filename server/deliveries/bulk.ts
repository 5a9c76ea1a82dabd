import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ClaimedDelivery } from './claim.ts'
import type { Recipient, SendVerdict } from './rules.ts'
import type { MessageDraft, WrittenMessage } from './transport.ts'

export type BulkRecipient = Recipient & MessageDraft['person']

export type JudgeBulk = (
  row: Pick<ClaimedDelivery, 'kind' | 'channel' | 'facts'>,
  person: BulkRecipient,
) => { verdict: SendVerdict; write: () => WrittenMessage }

/**
 * Reads the data for a batch of deliveries. Locks their messages until the transaction ends, so that none is stopped
 * between check and send.
 */
export type ReadBulk = (
  db: SiteDb,
  rows: readonly Pick<ClaimedDelivery, 'kind' | 'person' | 'facts'>[],
  parts: { site: Site; origin: string; now: Date },
) => Promise<JudgeBulk>

/** Whether a delivery belongs to a message to many (`bulk:{id}`), or is a test of one. */
export const isBulkKind = (kind: string): boolean => kind.startsWith('bulk:') || kind === 'bulk.test'

/** The kind without id, for providers, metrics and captured messages. */
export const outgoingKind = (kind: string): string => (kind.startsWith('bulk:') ? 'bulk' : kind)

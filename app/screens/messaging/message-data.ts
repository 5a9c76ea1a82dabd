import type { MessageFile } from '#server/messages/attachments/rules.ts'
import type { WrittenText } from '#server/messages/sending/history-contract.ts'
import type { DraftFields, MessageKind, StoredDraft } from './draft-state.ts'
import type { Names } from './who/rule-text.ts'

/** A message as it is stored. Instants are ISO. */
export type StoredMessage = StoredDraft & {
  kind: MessageKind
  status: 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled'
  /** The number of its deliveries by state. */
  counts: Readonly<Record<string, number>>
  attachments: MessageFile[]
  created_by: number | null
  sent_by: number | null
  undo_until: string | null
  paused_at: string | null
  paused_by: number | null
  started_at: string | null
  matching: number | null
  receiving: number | null
  expected: number | null
  problem: string | null
  sent_at: string | null
  cancelled_at: string | null
}

export type MessageData = {
  kind: MessageKind
  /** The server's time, ISO. */
  now: string
  message: StoredMessage | null
  /** The text of a message that is no draft. */
  written?: WrittenText
  /** What a new message begins with. */
  initial: Partial<DraftFields>
  names: Names
}

import type { MessageFile } from '#server/messages/attachments/rules.ts'
import type { RecipientList } from './contract.ts'

/** A message of the outbox or the history, as its row on screen. Instants are ISO. */
export type MessageLine = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  /** The first words of the text. */
  excerpt: string
  status: 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled'
  created: string
  scheduled_for: string | null
  undo_until: string | null
  started_at: string | null
  sent_at: string | null
  cancelled_at: string | null
  /** Since when it is paused, and by whom: a person, or a program by its key. */
  paused_at: string | null
  paused_by: string | null
  /** Why it did not leave when it was due. */
  problem: string | null
  matching: number | null
  receiving: number | null
  expected: number | null
  /** The number of its deliveries by state. */
  counts: Partial<Record<string, number>>
  /** Who sent it, or else who wrote it. */
  by: string | null
  /** Whether a program sent it. */
  by_program: boolean
}

export type Outbox = {
  now: string
  open: MessageLine[]
  failed: MessageLine[]
  drafts: MessageLine[]
  draft_count: number
}

export type History = { now: string; count: number; offset: number; lines: MessageLine[] }

/** The text of a message as it was written, with its fields by their names on screen; both parts are empty once it was forgotten. */
export type WrittenText = {
  /** Of an email. HTML. */
  html: string
  /** Of an SMS. */
  text: string
}

export type SentMessage = {
  now: string
  message: MessageLine
  written: WrittenText
  files: MessageFile[]
  recipients: RecipientList
}

/** How many messages a page of the history lists. */
export const HISTORY_PAGE = 50
/** How many recipients the page of a message lists. */
export const RECIPIENTS_PAGE = 50

/** The steps of a delivery, as people tell them apart. */
export const GROUPS = {
  waiting: ['queued', 'sending', 'unknown'],
  got: ['sent', 'delivered', 'complained'],
  failed: ['failed', 'bounced', 'missed'],
  skipped: ['skipped'],
  stopped: ['cancelled'],
} as const
export type Group = keyof typeof GROUPS

/** Counts deliveries by group. */
export function groupCounts(counts: MessageLine['counts']): Record<Group, number> {
  const sum = (states: readonly string[]) => states.reduce((all, state) => all + (counts[state] ?? 0), 0)
  return {
    waiting: sum(GROUPS.waiting),
    got: sum(GROUPS.got),
    failed: sum(GROUPS.failed),
    skipped: sum(GROUPS.skipped),
    stopped: sum(GROUPS.stopped),
  }
}

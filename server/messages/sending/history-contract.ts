import type { MessageFile } from '#server/messages/attachments/rules.ts'
import type { RecipientList } from './contract.ts'

/** A message in the outbox or history. Instants are ISO. */
export type MessageLine = {
  id: number
  kind: 'email' | 'sms'
  subject: string
  excerpt: string
  status: 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled'
  created: string
  scheduled_for: string | null
  undo_until: string | null
  started_at: string | null
  sent_at: string | null
  cancelled_at: string | null
  /** When and by whom it was paused: a person, or a program by its key. */
  paused_at: string | null
  paused_by: string | null
  problem: string | null
  matching: number | null
  receiving: number | null
  expected: number | null
  /** An email that is a text too, and how many get the text where it is scheduled. */
  also_sms: boolean
  expected_sms: number | null
  /** Of an email that was sent with a text: the text, and the other way round. */
  other: number | null
  counts: Partial<Record<string, number>>
  /** False when its deliveries are no longer kept: the counts remain. */
  lists_people: boolean
  /** Its sender, else its author. */
  by: string | null
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

/** A message's text as written, with field labels; both parts are empty once deleted. */
export type WrittenText = {
  html: string
  text: string
}

export type SentMessage = {
  now: string
  message: MessageLine
  written: WrittenText
  files: MessageFile[]
  recipients: RecipientList
}

export const HISTORY_PAGE = 50
export const RECIPIENTS_PAGE = 50

export const GROUPS = {
  waiting: ['queued', 'sending', 'unknown'],
  got: ['sent', 'delivered', 'complained'],
  failed: ['failed', 'bounced', 'missed'],
  skipped: ['skipped'],
  stopped: ['cancelled'],
} as const
export type Group = keyof typeof GROUPS

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

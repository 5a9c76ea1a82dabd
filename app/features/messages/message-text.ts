import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'

const NOUNS = { email: ['email', 'emails'], sms: ['text', 'texts'] } as const

/** "1 email", "143 texts". */
export const countedMessages = (kind: MessageLine['kind'], n: number): string =>
  `${n.toLocaleString('en-GB')} ${NOUNS[kind][n === 1 ? 0 : 1]}`

/** "140 emails and 115 texts". */
export const countedBoth = (emails: number, texts: number): string =>
  `${countedMessages('email', emails)} and ${countedMessages('sms', texts)}`

type Named = Pick<MessageLine, 'kind' | 'subject' | 'excerpt'> & { started_at?: string | null }

/** @param date formats an instant, for one that was sent and whose words are no longer kept. */
export function messageName({ kind, subject, excerpt, started_at }: Named, date?: (instant: string) => string): string {
  const words = subject.trim() || cutText(excerpt.replace(/\s+/g, ' ').trim(), 80)
  if (words) return words
  if (!started_at) return kind === 'email' ? 'Untitled email' : 'Untitled text'
  return `${kind === 'email' ? 'Email' : 'Text'}${date ? ` of ${date(started_at)}` : ''}`
}

/** "by Ann Lee", "by the program Newsletter"; empty when the author is unknown. */
export const byText = ({ by, by_program }: Pick<MessageLine, 'by' | 'by_program'>): string =>
  by ? `by ${by_program ? 'the program ' : ''}${by}` : ''

/** "paused 5 minutes ago by Ann Lee". @param ago formats the time since an instant. */
export const pausedText = (
  { paused_at, paused_by }: Pick<MessageLine, 'paused_at' | 'paused_by'>,
  ago: (instant: string) => string,
): string => (paused_at ? `paused ${ago(paused_at)}${paused_by ? ` by ${paused_by}` : ''}` : '')

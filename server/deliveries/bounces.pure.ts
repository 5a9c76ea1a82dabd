import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

export const BLOCKS = ['bounced', 'complained', 'stopped'] as const
export type Block = (typeof BLOCKS)[number]

export const BOUNCE_CAUSES = {
  no_mailbox: 'There is no mailbox at this address.',
  no_domain: 'The part after the @ doesn’t exist, or doesn’t accept emails.',
  mailbox_full: 'The mailbox is full.',
  refused: 'Their mail server refuses our emails.',
  suppressed: 'Emails to it came back before, so the provider has stopped trying.',
} as const
export type BounceCause = keyof typeof BOUNCE_CAUSES

/** Causes of temporary bounces, as they follow "Came back:". */
export const RETURN_CAUSES = {
  mailbox_full: 'the mailbox is full',
  too_large: 'the email is too large for the mailbox',
  content: 'their mail server refused what is in it',
  not_accepted: 'their mail server did not accept it in time',
} as const
export type ReturnCause = keyof typeof RETURN_CAUSES

export const BLOCK_WORDS: Record<Block, string> = {
  bounced: 'Emails to this address come back.',
  complained: 'An email was marked as spam.',
  stopped: 'A text was answered with STOP.',
}

export const MAX_DETAIL = 300
/** Characters read of a provider's text; far more than is kept. */
const MAX_READ = 2_000

/** Cuts a provider's text to one line; undefined for none. */
export function boundedDetail(text: string | undefined): string | undefined {
  const line = cutText(text ?? '', MAX_READ)
    .replaceAll(/[\p{Cc}\p{Cf}\s\ufffd]+/gu, ' ')
    .trim()
  return line ? cutText(line, MAX_DETAIL).trim() : undefined
}

const SUBTYPES = new Map<string, BounceCause>(
  Object.entries({
    NoEmail: 'no_mailbox',
    MailboxFull: 'mailbox_full',
    Suppressed: 'suppressed',
    OnAccountSuppressionList: 'suppressed',
  }),
)

/** Enhanced status codes of RFC 3463, by subject and detail. */
const STATUSES = new Map<string, BounceCause>(
  Object.entries({
    '1.1': 'no_mailbox',
    '1.6': 'no_mailbox',
    '1.10': 'no_mailbox',
    '2.1': 'no_mailbox',
    '1.2': 'no_domain',
    '4.4': 'no_domain',
    '2.2': 'mailbox_full',
  }),
)

/** Reads a bounce's cause from its sub-type and enhanced status code (`5.1.1`); undefined if unknown. */
export function bounceCause(subType: string | undefined, status: string | undefined): BounceCause | undefined {
  const named = SUBTYPES.get(subType ?? '')
  if (named) return named
  const [kind, subject, detail] = (status ?? '').slice(0, 12).split('.')
  if (kind !== '5' || !detail) return undefined
  return subject === '7' ? 'refused' : STATUSES.get(`${subject}.${detail}`)
}

const RETURNS = new Map<string, ReturnCause>(
  Object.entries({
    MailboxFull: 'mailbox_full',
    MessageTooLarge: 'too_large',
    ContentRejected: 'content',
    AttachmentRejected: 'content',
  }),
)

/**
 * Reads the cause of a temporary bounce after the provider gave up.
 * @returns undefined without evidence of that: automatic replies are reported as such bounces too.
 */
export function returnCause(
  subType: string | undefined,
  report: { action?: string | undefined; status?: string | undefined; diagnosticCode?: string | undefined } = {},
): ReturnCause | undefined {
  const named = RETURNS.get(subType ?? '')
  if (named) return named
  const { action, status, diagnosticCode } = report
  if (action === 'delayed' || !(action === 'failed' || /^[45]\./.test(status ?? '') || diagnosticCode)) return undefined
  const [, subject, detail] = (status ?? '').slice(0, 12).split('.')
  if (subject === '2' && detail === '2') return 'mailbox_full'
  return subject === '2' && detail === '3' ? 'too_large' : 'not_accepted'
}

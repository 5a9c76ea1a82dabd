import type { DeliveryState } from '#server/deliveries/contract.ts'

type Facts = { kind: 'email' | 'sms'; state: DeliveryState; reason: string | null; wasRefused?: boolean }

const EMAIL_REASONS: Record<string, string> = {
  opted_out: 'Has switched off this kind of email.',
  no_address: 'Has no email address.',
  blocked: 'Earlier emails to this address came back or were marked as spam.',
  duplicate: 'Somebody else with the same address gets it, with both names.',
  inactive: 'Is not an active member.',
  limit: 'The limit of the day or month was reached.',
}

const TEXT_REASONS: Record<string, string> = {
  ...EMAIL_REASONS,
  opted_out: 'Has switched texts off.',
  no_address: 'Has no phone number.',
  blocked: 'Answered STOP to an earlier text.',
  stopped: 'Answered STOP to an earlier text.',
  duplicate: 'Somebody else with the same number gets it, with both names.',
  sms_off: 'Texts are switched off for this club.',
  unverified: 'Has not verified the phone number.',
}

const CANCELLED: Record<string, string> = {
  stopped: 'Stopped before it left.',
  inactive: 'Is not an active member.',
  site_closed: 'The club was closed before it left.',
}

/** Says in a sentence how far one person's message has come, and why they did not get it. */
export function recipientWords({ kind, state, reason, wasRefused = false }: Facts): string {
  switch (state) {
    case 'queued':
      return wasRefused ? 'The provider was busy. It is tried again by itself.' : 'Waits to be sent.'
    case 'sending':
      return 'Is being sent.'
    case 'sent':
      return 'Sent. Whether it arrived is not known yet.'
    case 'delivered':
      return 'Arrived.'
    case 'bounced':
      return kind === 'email' ? 'Came back: the address does not take emails.' : 'The number does not take texts.'
    case 'complained':
      return 'Arrived, and was marked as spam.'
    case 'skipped':
      return (kind === 'email' ? EMAIL_REASONS : TEXT_REASONS)[reason ?? ''] ?? 'Was not to get it.'
    case 'cancelled':
      return CANCELLED[reason ?? ''] ?? 'Stopped before it left.'
    case 'failed':
      return 'The provider refused it. It can be tried again.'
    case 'missed':
      return 'It was too late.'
    case 'unknown':
      return 'Whether it left is not known: the provider sends no reports.'
  }
}

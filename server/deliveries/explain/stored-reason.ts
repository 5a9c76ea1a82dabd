import type { DeliveryState } from '#server/deliveries/contract.ts'
import type { Reason } from './contract.ts'

const REASON_OF: Record<string, Reason> = {
  late: 'late',
  opted_out: 'opted_out',
  unverified: 'unverified',
  sms_off: 'sms_off',
  no_address: 'no_address',
  no_phone: 'no_address',
  blocked: 'blocked',
  bounced: 'blocked',
  complained: 'blocked',
  inactive: 'inactive',
  duplicate: 'already_notified',
  unchanged: 'already_notified',
  yours_again: 'already_notified',
  answered: 'already_notified',
  not_asked: 'withdrawn',
  limit: 'limit',
  reassigned: 'not_assigned',
  removed: 'not_assigned',
  unpublished: 'not_published',
  began: 'started',
  moved: 'withdrawn',
  called_off: 'withdrawn',
  archived: 'withdrawn',
  site_closed: 'withdrawn',
  covered: 'withdrawn',
  taken_up: 'withdrawn',
}

export function storedReason(state: DeliveryState, reason: string | null): Reason {
  switch (state) {
    case 'sent':
      return 'sent'
    case 'delivered':
    case 'complained':
      return 'delivered'
    case 'queued':
    case 'sending':
      return 'queued'
    case 'bounced':
    case 'failed':
      return 'provider_failed'
    case 'missed':
      return 'late'
    case 'unknown':
      return 'unknown'
    default:
      // A number that answered STOP is skipped; a stopped message is cancelled.
      if (reason === 'stopped') return state === 'skipped' ? 'blocked' : 'withdrawn'
      return REASON_OF[reason ?? ''] ?? 'unknown'
  }
}

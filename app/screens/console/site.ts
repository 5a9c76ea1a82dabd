import type { SiteLine } from '#server/operators/contract.ts'

/** A site of the list, with the host of its pages. */
export type Site = SiteLine & { host: string }

/** The words for the states of messages. */
export const DELIVERY_STATES: Record<string, string> = {
  queued: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Came back',
  complained: 'Marked as spam',
  skipped: 'Not needed',
  failed: 'Failed',
  missed: 'Too late',
  unknown: 'Outcome unknown',
}

/** Names the action that changes a site's status. */
export const changeLabel = ({ status }: Pick<Site, 'status'>) => (status === 'active' ? 'Suspend' : 'Resume')

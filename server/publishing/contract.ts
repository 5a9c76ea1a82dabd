import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'

/** What to publish: all shifts of some events, and some shifts. */
export type PublishInput = { events: readonly number[]; shifts: readonly number[] }

/** Shifts that were published together, for undoing it. `at` is the instant; null when there was none. */
export type Published = { shifts: number[]; at: string | null }

/** Whom publishing notifies: how many, and the first two hundred with their channels. */
export type PublishPreview = { notifies: NotificationPreview; recipients: Recipient[] }

import type { NotificationPreview, Recipient } from '#server/engine/collections/notification-preview-contract.ts'

export type PublishInput = { events: readonly number[]; shifts: readonly number[] }

/** Shifts published together, for undo. `at` is null if there were none. */
export type Published = { shifts: number[]; at: string | null }

export type PublishPreview = { notifies: NotificationPreview; recipients: Recipient[] }

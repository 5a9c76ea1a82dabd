import type { Preview, PreviewInput } from '#server/shifts/preview/contract.ts'
import { useNotificationPreview } from '../../shell/use-notification-preview.ts'

/** Returns who would be notified of a change to this event; null until known. */
export const useRosterNotificationPreview = (event: number, ask: PreviewInput | null, stamp = ''): Preview | null =>
  useNotificationPreview<Preview>(`/api/events/${event}/preview`, ask, stamp)

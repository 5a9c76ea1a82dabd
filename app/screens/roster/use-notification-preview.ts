import type { Preview, PreviewInput } from '#server/shifts/preview/contract.ts'
import { useNotificationPreview } from '../../shell/use-notification-preview.ts'

/** Whom something done to this event would tell; null while that is not known. */
export const useRosterNotificationPreview = (event: number, ask: PreviewInput | null, stamp = ''): Preview | null =>
  useNotificationPreview<Preview>(`/api/events/${event}/preview`, ask, stamp)

import { type PreviewState, useNotificationPreviewState } from '#app/shell/use-notification-preview.ts'
import type { Preview, PreviewInput } from '#server/shifts/preview/contract.ts'

/** Recipients of a change to this event; null until known. */
export const useRosterNotificationPreview = (event: number, ask: PreviewInput | null, stamp = ''): Preview | null =>
  useRosterPreviewState(event, ask, stamp).preview

export const useRosterPreviewState = (event: number, ask: PreviewInput | null, stamp = ''): PreviewState<Preview> =>
  useNotificationPreviewState<Preview>(`/api/events/${event}/preview`, ask, stamp)

import type { Preview, PreviewAsk } from '#server/shifts/preview/contract.ts'
import { useTold as useToldBy } from '../../shell/use-told.ts'

/** Whom something done to this event would tell; null while that is not known. */
export const useTold = (event: number, ask: PreviewAsk | null, stamp = ''): Preview | null =>
  useToldBy<Preview>(`/api/events/${event}/preview`, ask, stamp)

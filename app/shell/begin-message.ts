import type { Audience } from '#server/messages/audience/contract.ts'
import { paths } from './paths.ts'

/** Where a message was started, for the way back: a screen, its record, its day. */
export type Origin = { kind: string; id?: number | undefined; day?: string | undefined }

export const beginMessage = (audience: Audience, origin: Origin, kind: 'email' | 'sms' = 'email'): string =>
  `${paths.messaging(kind)}?${new URLSearchParams({ audience: JSON.stringify(audience), origin: JSON.stringify(origin) })}`

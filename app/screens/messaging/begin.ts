import type { Audience } from '#server/messages/audience/contract.ts'
import { paths } from '../../shell/paths.ts'
import type { MessageKind, Origin } from './draft-state.ts'

/** The most people that an address names; a longer selection is a list. */
export const MAX_NAMED = 500

/** The address that begins a message to an audience, from where it was chosen. */
export const beginMessage = (audience: Audience, origin: Origin, kind: MessageKind = 'email'): string =>
  `${paths.messaging(kind)}?${new URLSearchParams({ audience: JSON.stringify(audience), origin: JSON.stringify(origin) })}`

/** "Message 1 person", "Message 5 people". */
export const messageText = (people: number): string => `Message ${people === 1 ? '1 person' : `${people} people`}`

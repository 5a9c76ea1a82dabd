import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { PublishInput } from '#server/publishing/contract.ts'
import type { RosterEdit } from '#server/shifts/roster-editor/contract.ts'

/** Shifts to publish: stored ones, or an event's staged changes once saved. */
export type ProofAsk = {
  /** The event, for the line below the title: "Frostbite Series, race 6, Sat 28 Nov". */
  about: string
  /** The event whose receipt follows; null for shifts of several. */
  event: number | null
} & (
  | { what: PublishInput }
  | {
      staged: { event: number; edit: RosterEdit }
      /** @returns whether they are stored. */
      save: (publish: boolean, notifies: NotificationPreview) => Promise<boolean>
    }
)

/** What publishes to so few people needs no proof. */
export const FEW = 3

export const proofCall = (ask: ProofAsk): [path: string, input: object] =>
  'what' in ask
    ? ['/api/roster/publish/proof', ask.what]
    : [`/api/events/${ask.staged.event}/proof`, { staged: ask.staged.edit }]

export type Shown = { ask: ProofAsk } | { receipt: { event: number; about: string } }

import type { ListRecord } from '#app/collections/list-view.ts'
import type { Invitation } from '#server/accounts/invitations/rules.ts'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { PersonMessages } from '#server/messages/history/contract.ts'
import type { EndangeredShifts, PersonFacts, TrailLine } from '#server/people/page/contract.ts'
import type { Registration } from '#server/people/registrations.ts'
import { isEventOff } from '#server/shift-facts/event.pure.ts'
import type { FormerHours } from '#server/shifts/hours/contract.ts'

export type ListedRecords = { count: number; rows: ListRecord[]; related: Record<string, Record<string, ListRecord>> }

export type TabData = { person: ListRecord } & (
  | {
      tab: 'info'
      contract: PlainContract
      /** The new address, until its owner confirms it. */
      pendingEmail: string | null
      fields: ListedRecords
      entries: ListedRecords
      days: ListedRecords
      trail: TrailLine[]
      endangered: EndangeredShifts[]
      next: ListedRecords
    }
  | { tab: 'shifts'; upcoming: ListedRecords; past: ListedRecords; former: FormerHours[]; size: number; page: number }
  | { tab: 'records'; records: ListedRecords; endangered: EndangeredShifts[] }
  | { tab: 'emails'; messages: PersonMessages }
)

/** Data needed to activate a waiting registration; `confirmed`: its email is. */
export type WaitingPerson = Pick<Registration, 'id' | 'name' | 'email' | 'confirmed'>

export type PersonData = TabData & {
  facts: PersonFacts
  invitation: Invitation
  registration: WaitingPerson | null
  /** Whether the owner of a blocked email has confirmed it; false where it is not blocked. */
  confirmed: boolean
}

export type PersonTab = PersonData['tab']

export const nameIn = ({ related }: ListedRecords, collection: string, id: unknown): string =>
  String((typeof id === 'number' && related[collection]?.[String(id)]?.name) || '')

export const isOffIn = ({ related }: ListedRecords, event: unknown): boolean =>
  typeof event === 'number' && isEventOff(related.events?.[String(event)])

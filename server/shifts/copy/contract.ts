import type { RosterNames, RosterPerson, ShiftFields } from '#server/shifts/roster-editor/contract.ts'

/** Another event's shifts, moved to this one's time, with the names behind their ids. */
export type CopiedShifts = { places: ShiftFields[]; names: RosterNames; people: Record<number, RosterPerson> }

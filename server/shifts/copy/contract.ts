import type { RosterNames, RosterPerson, ShiftFields } from '#server/shifts/roster-editor/contract.ts'

export type CopiedShifts = { places: ShiftFields[]; names: RosterNames; people: Record<number, RosterPerson> }

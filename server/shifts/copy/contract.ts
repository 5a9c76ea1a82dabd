import type { Names, PlaceFields } from '#server/shifts/roster-editor/contract.ts'

/** Places of another event, moved to this one's time, with the names behind their ids. */
export type CopiedShifts = { places: PlaceFields[]; names: Names }

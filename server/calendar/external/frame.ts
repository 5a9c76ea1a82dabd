import type { Window } from '../month/rules.ts'

/** Of which time a calendar is read, and the zone in which times without one are meant. */
export type CalendarFrame = { window: Window; zone: string }

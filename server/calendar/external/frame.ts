import type { Window } from '../month.pure.ts'

/** The window to read from a calendar, and the zone of times without one. */
export type CalendarFrame = { window: Window; zone: string }

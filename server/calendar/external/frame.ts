import type { Window } from '../month.pure.ts'

export type CalendarFrame = { window: Window; zone: string }

import type { ParsingJob } from '#server/engine/parsing/jobs.ts'
import type { DecodedCalendar } from './contract.ts'
import type { CalendarFrame } from './frame.ts'

type FetchedCalendar = { address: string; type: string; body: Uint8Array; frame: CalendarFrame }

export const EXTERNAL_CALENDAR_JOB: ParsingJob<FetchedCalendar, DecodedCalendar | null> = {
  name: 'calendar',
  timeLimitMs: 3_000,
  urgent: true,
}

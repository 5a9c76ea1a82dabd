import { countText } from '#app/ui/count-text.ts'
import type { Silent, SilentShift } from '#server/answers/silent/queries.ts'
import type { CoverPreview } from '#server/cover/calls-contract.ts'

/** "5 people, asked and still silent, for 2 events." */
export function headText({ people, all_events }: Pick<Silent, 'people' | 'all_events'>): string {
  if (!people) return 'No answers are missing.'
  return `${countText(people, 'person', 'people')}, asked and still silent, for ${countText(all_events, 'event')}.`
}

/** The text below the list: how many more there are, and why no one is asked a third time. */
export function restText({ count, events }: Pick<Silent, 'count' | 'events'>, days: number): string {
  const more = count - events.reduce((sum, { shifts }) => sum + shifts.length, 0)
  const rest =
    more > 0
      ? `${countText(more, 'further shift')} will move up as these are answered.`
      : `Everybody else with a shift in the next ${countText(days, 'day')} has answered, or was asked less than a day ago.`
  return `${rest} Nobody is asked more than twice about one shift.`
}

/** "Asked Tue 17 Nov, again Thu 19 Nov, the text was not delivered". @param day formats a day. */
export function askedWhen(
  { asked_at, nudged_at, sms_failed }: Pick<SilentShift, 'asked_at' | 'nudged_at' | 'sms_failed'>,
  day: (instant: string) => string,
): string {
  return [`Asked ${day(asked_at)}`, nudged_at && `again ${day(nudged_at)}`, sms_failed && 'the text was not delivered']
    .filter(Boolean)
    .join(', ')
}

/** Effect of "Can't come": how many people are asked first. @param first null while unknown. */
export function followsText(first: Omit<CoverPreview, 'coordinator'> | null): string {
  if (!first) return 'asks for cover'
  if (!first.people) return 'nobody suitable is free'
  return `asks ${countText(first.people, 'person', 'people')} ${first.at ? 'in the morning' : 'now'}`
}

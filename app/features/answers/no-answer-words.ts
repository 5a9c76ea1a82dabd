import { countText } from '#app/ui/count-text.ts'
import type { SilentFacts } from '#server/answers/silent/queries.ts'
import type { CoverPreview } from '#server/cover/calls-contract.ts'

/** "Asked Tue 17 Nov, again Thu 19 Nov, the text was not delivered". @param day formats a day. */
export function askedWhen(
  { asked_at, nudged_at, sms_failed }: Pick<SilentFacts, 'asked_at' | 'nudged_at' | 'sms_failed'>,
  day: (instant: string) => string,
): string {
  return [`Asked ${day(asked_at)}`, nudged_at && `again ${day(nudged_at)}`, sms_failed && 'the text was not delivered']
    .filter(Boolean)
    .join(', ')
}

/** Effect of "Can't come": how many people are asked first. @param first null while unknown. */
export function followsText(first: Omit<CoverPreview, 'coordinator'> | null): string {
  if (!first) return 'asks for cover'
  if (!first.people) return 'no one suitable is free'
  return `asks ${countText(first.people, 'person', 'people')} ${first.at ? 'in the morning' : 'now'}`
}

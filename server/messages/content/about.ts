import type { Audience } from '#server/messages/audience/contract.ts'
import type { Origin } from '#server/messages/contract.ts'

/**
 * Returns the audience with the message's subject: its event, series or day, or else those of its origin. A call for
 * helpers goes to people who are not on the event.
 */
export function aboutOf({ audience, origin }: { audience: Audience; origin: Origin | null }): Audience {
  const { event, series, day, requested } = audience
  if (!origin || event || series || day || requested) return audience
  if (origin.kind === 'event' && origin.id) return { ...audience, event: origin.id }
  if (origin.kind === 'series' && origin.id) return { ...audience, series: origin.id }
  if (origin.kind === 'day' && origin.day) return { ...audience, day: origin.day }
  return audience
}

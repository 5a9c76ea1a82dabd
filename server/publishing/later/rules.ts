import { eventName } from '#server/shift-facts/event.pure.ts'

export type PlannedShift = {
  id: number
  start: Date
  event: { id: number; name: string; archived: boolean; called_off: boolean }
}

const becauseOf = ({ event, start }: PlannedShift, now: Date) =>
  event.called_off ? 'called_off' : event.archived ? 'archived' : start <= now ? 'begun' : null

const WORDS = {
  called_off: (event: string) => `${event} is called off.`,
  archived: (event: string) => `${event} is archived.`,
  begun: (event: string) => `${event} had begun by then.`,
}

/** Separates shifts to publish from those that no longer take place, with reasons. */
export function whatIsComing(
  shifts: readonly PlannedShift[],
  now: Date,
): { coming: number[]; leftOut: { shifts: number; words: string }[] } {
  const leftOut = new Map<string, number>()
  const coming: number[] = []
  for (const shift of shifts) {
    const because = becauseOf(shift, now)
    if (!because) coming.push(shift.id)
    else {
      const words = WORDS[because](eventName(shift.event.name))
      leftOut.set(words, (leftOut.get(words) ?? 0) + 1)
    }
  }
  return { coming, leftOut: [...leftOut].map(([words, count]) => ({ shifts: count, words })) }
}

import { isShiftMessageKind } from '#server/deliveries/contract.ts'
import type { ShiftFacts } from '#server/deliveries/shift-facts.ts'
import { changeTexts } from '#server/deliveries/texts/shift/shift-text.ts'
import { type Clock, shortDate, wallClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { MessageItem } from '#server/deliveries/transport.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'

export type WhatOf = MessageItem & { kind: string }

/** Short name of a shift: its assignment and role, else its event. */
const nameOf = ({ assignment, role, event_name }: Partial<ShiftFacts>): string =>
  [assignment, role].filter(Boolean).join(', ') || eventName(event_name)

/**
 * Formats a shift message in one line: assigned, changed (with the old facts), or taken off.
 * @param clock of the person who reads it.
 * @param dated includes the day.
 */
export function whatText({ kind, shift, before }: WhatOf, clock: Clock, { dated }: { dated: boolean }): string {
  if (!isShiftMessageKind(kind)) return 'A notice about the roster'
  const about = kind === 'shift.cancelled' ? { ...shift, ...before } : shift
  const day = dated ? `, ${shortDate(about.start, clock)} ${wallClock(about.start, clock.zone, clock.timeFormat)}` : ''
  const name = `${nameOf(about)}${day}`
  if (kind === 'shift.cancelled') return `You are off: ${name}`
  if (kind !== 'shift.changed') return `You are on: ${name}`
  return [`Changed: ${name}.`, ...changeTexts({ shift, before }, clock)].join(' ')
}

export function whatTexts(items: readonly WhatOf[], clock: Clock): string[] {
  const dated = new Set(items.map(({ shift }) => shift.start)).size > 1
  return [...items]
    .sort((a, b) => a.shift.start.localeCompare(b.shift.start))
    .map((item) => whatText(item, clock, { dated }))
}

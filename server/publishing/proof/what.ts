import { isShiftMessageKind } from '#server/deliveries/contract.ts'
import type { ShiftFacts } from '#server/deliveries/shift-facts.ts'
import { changeTexts } from '#server/deliveries/texts/shift/shift-text.ts'
import { wallClock } from '#server/deliveries/texts/shift/wall-clock.ts'
import type { MessageItem } from '#server/deliveries/transport.ts'

export type WhatOf = MessageItem & { kind: string }

/** How a shift is named in a line: its assignment and role, else its event. */
const nameOf = ({ assignment, role, event_name }: Partial<ShiftFacts>): string =>
  [assignment, role].filter(Boolean).join(', ') || event_name || 'Untitled Event'

/**
 * Says in one line what a person reads about a shift: that they are on it, that it has changed and how it was, or that they are off.
 * @param site whose clock times are on. @param dated whether the day is said too, where there is more than one.
 */
export function whatText(
  { kind, shift, before }: WhatOf,
  site: { timezone: string },
  { dated }: { dated: boolean },
): string {
  if (!isShiftMessageKind(kind)) return 'A notice about the roster'
  const about = kind === 'shift.cancelled' ? { ...shift, ...before } : shift
  const day = dated ? `, ${wallClock(about.start, site.timezone, 'ddd D MMM HH:mm')}` : ''
  const name = `${nameOf(about)}${day}`
  if (kind === 'shift.cancelled') return `You are off: ${name}`
  if (kind !== 'shift.changed') return `You are on: ${name}`
  const formats = { dateFormat: 'ddd D MMM', timeFormat: 'HH:mm' }
  return [`Changed: ${name}.`, ...changeTexts({ shift, before }, site.timezone, formats)].join(' ')
}

/** Says what a person reads about some shifts, in a line each, the earliest first. */
export function whatTexts(items: readonly WhatOf[], site: { timezone: string }): string[] {
  const dated = new Set(items.map(({ shift }) => shift.start)).size > 1
  return [...items]
    .sort((a, b) => a.shift.start.localeCompare(b.shift.start))
    .map((item) => whatText(item, site, { dated }))
}

import { useRef } from 'react'
import type { EventFields } from '#server/shifts/roster-editor/contract.ts'
import { isWallTime, movedAlong } from './wall.ts'

/** Applies a change of an event's fields: a new start moves the end along, so that the length stays the same. */
export function useEndAlong({ start, end }: Pick<EventFields, 'start' | 'end'>) {
  // The times before the start was overtyped.
  const whole = useRef({ start, end })
  if (isWallTime(start) && isWallTime(end)) whole.current = { start, end }
  return (patch: Partial<EventFields>): Partial<EventFields> =>
    patch.start === undefined
      ? patch
      : { end: movedAlong(whole.current.end, { from: whole.current.start, to: patch.start }), ...patch }
}

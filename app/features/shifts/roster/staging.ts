import {
  changesetOf,
  conflictsWith,
  countStaged,
  nothingStaged,
  type Staged,
  type Step,
  stage,
} from '#app/collections/changeset.ts'
import type { EventFields, RosterEdit, ShiftFields, StoredShift } from '#server/shifts/roster-editor/contract.ts'

export type Staging = { shifts: Staged<ShiftFields>; events: Staged<EventFields> }

export const NO_CHANGES: Staging = { shifts: nothingStaged(), events: nothingStaged() }

export type RosterStep = { shifts: Step<ShiftFields> } | { events: Step<EventFields> }

export const stageRoster = (staging: Staging, step: RosterStep): Staging =>
  'shifts' in step
    ? { ...staging, shifts: stage(staging.shifts, step.shifts) }
    : { ...staging, events: stage(staging.events, step.events) }

export const eventChange = ({ events }: Staging) => Object.values(events.changed)[0] ?? null

/** Finds staged changes that are based on outdated versions; `gone` lists the changed shifts that no longer exist. */
export function rosterConflicts(
  { shifts, events }: Staging,
  stored: { shifts: readonly StoredShift[]; event: { id: number; version: string } },
): { shifts: ReadonlySet<number>; event: boolean; gone: number[] } {
  const ofShifts = conflictsWith(shifts, stored.shifts)
  return {
    shifts: new Set(ofShifts.conflicts),
    event: conflictsWith(events, [stored.event]).conflicts.length > 0,
    gone: ofShifts.gone,
  }
}

export const changeCount = ({ shifts, events }: Staging): number => countStaged(shifts).all + countStaged(events).all

/** "2 shifts added, 1 changed, 1 removed, event details changed". */
export function summaryOf({ shifts, events }: Staging): string {
  const { added, changed, removed } = countStaged(shifts)
  const counts = [
    [added, 'added'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const
  const words: string[] = []
  for (const [count, verb] of counts)
    if (count) words.push(words.length ? `${count} ${verb}` : `${count} ${count === 1 ? 'shift' : 'shifts'} ${verb}`)
  if (countStaged(events).all) words.push('event details changed')
  return words.join(', ')
}

/**
 * Builds the body of the call that saves everything.
 * @param movesShifts whether the stored shifts move with the event.
 */
export function rosterEditOf(staging: Staging, publish: boolean, movesShifts = false): RosterEdit {
  const { added, changed, removed } = changesetOf(staging.shifts)
  const change = eventChange(staging)
  const event = change && { ...change, ...(movesShifts && { shifts: 'move' as const }) }
  return { publish, event, added: [...added], changed: [...changed], removed: [...removed] }
}

import type { GridShift } from '#server/shifts/grid/contract.ts'
import { type GridStep, stepOf } from './use-grid.ts'

export type CopiedPeople = readonly { person: number; name: string }[]

export const peopleIn = (shifts: readonly GridShift[]): CopiedPeople =>
  shifts.flatMap(({ person, name }) => (person === null || name === null ? [] : [{ person, name }]))

/**
 * Assigns copied people to the open shifts of a cell, in order. Skips people who are already in the cell or left
 * without an open shift.
 */
export function pasteSteps(copied: CopiedPeople, shifts: readonly GridShift[]): { steps: GridStep[]; names: string[] } {
  const there = new Set(shifts.map(({ person }) => person))
  const fresh = copied.filter(({ person }) => !there.has(person))
  const open = shifts.filter(({ person }) => person === null)
  const pairs = fresh.slice(0, open.length)
  return {
    steps: pairs.flatMap(({ person }, i) => (open[i] ? [stepOf(open[i], person)] : [])),
    names: pairs.map(({ name }) => name),
  }
}

/** Moves a person to an open shift of another cell; `copy` also keeps them on the first shift. */
export function moveSteps(from: GridShift, to: readonly GridShift[], copy: boolean): GridStep[] {
  const open = to.find(({ person }) => person === null)
  if (!open || from.person === null || to.some(({ person }) => person === from.person)) return []
  const on = stepOf(open, from.person)
  return copy ? [on] : [on, stepOf(from, null)]
}

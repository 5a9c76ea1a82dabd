import type { GridPlace } from '#server/shifts/grid/contract.ts'
import { type GridStep, stepOf } from './use-grid.ts'

export type Copied = readonly { person: number; name: string }[]

/** Who is in a cell, as it is copied. */
export const copiedOf = (places: readonly GridPlace[]): Copied =>
  places.flatMap(({ person, name }) => (person === null || name === null ? [] : [{ person, name }]))

/** Puts copied people on the open places of a cell, in order; whoever is there already stays, and who finds no place is left out. */
export function pasted(copied: Copied, places: readonly GridPlace[]): { steps: GridStep[]; names: string[] } {
  const there = new Set(places.map(({ person }) => person))
  const fresh = copied.filter(({ person }) => !there.has(person))
  const open = places.filter(({ person }) => person === null)
  const pairs = fresh.slice(0, open.length)
  return {
    steps: pairs.flatMap(({ person }, i) => (open[i] ? [stepOf(open[i], person)] : [])),
    names: pairs.map(({ name }) => name),
  }
}

/** Takes a person to an open place of another cell; `copy` leaves them where they are as well. */
export function carried(from: GridPlace, to: readonly GridPlace[], copy: boolean): GridStep[] {
  const open = to.find(({ person }) => person === null)
  if (!open || from.person === null || to.some(({ person }) => person === from.person)) return []
  const on = stepOf(open, from.person)
  return copy ? [on] : [on, stepOf(from, null)]
}

import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { neighbourKey, type RosterRow } from './roster-rows.ts'
import type { Roster } from './use-roster.ts'

type Options = {
  roster: Roster
  rows: readonly RosterRow[]
  /** Called off: only the arrows work. */
  isOff: boolean
  select: (key: string | null) => void
  /** Opens the choice of a person at a shift, which takes a typed letter; null where there is none. */
  pick: ((key: string) => void) | null
}

/**
 * Keys of a spreadsheet: arrows move between shifts, a letter starts a name, Delete clears the person and then removes
 * the shift.
 */
export function useRosterKeys({ roster, rows, isOff, select, pick }: Options) {
  return (event: KeyboardEvent) => {
    const key = (event.target as HTMLElement).dataset.shift
    const shift = roster.shifts.find((candidate) => candidate.key === key)
    if (!key || !shift || event.ctrlKey || event.metaKey || event.altKey) return
    const beside = neighbourKey(rows, key, event.key)
    if (beside || event.key.startsWith('Arrow')) {
      event.preventDefault()
      if (beside) focusShift(beside)
    } else if (isOff) {
      return
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      const [left, right] = [neighbourKey(rows, key, 'ArrowLeft'), neighbourKey(rows, key, 'ArrowRight')]
      if (shift.fields.person !== null) return roster.assign(key, null)
      select(null)
      roster.remove(key)
      if (shift.state === 'new') focusShift(right ?? left)
    } else if (/^\p{L}$/u.test(event.key) && shift.state !== 'removed' && pick) {
      // Renders and focuses the field before the letter is typed, so that it becomes the first of the name.
      flushSync(() => pick(key))
      document.querySelector<HTMLElement>('[data-picker] input')?.focus()
    }
  }
}

export const focusShift = (key: string | null) => document.querySelector<HTMLElement>(`[data-shift="${key}"]`)?.focus()

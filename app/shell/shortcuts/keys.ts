import { paths } from '../paths.ts'

type Effect = { to: string } | { opens: 'shortcuts' | 'create' }

export type Shortcut = { keys: readonly string[]; label: string; admin?: boolean } & Effect

const goTo = (key: string, label: string, to: string, admin = false): Shortcut => ({
  keys: ['G', key],
  label,
  to,
  ...(admin && { admin }),
})

export const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['?'], label: 'Show these shortcuts', opens: 'shortcuts' },
  { keys: ['C'], label: 'Create an event, a person, news …', opens: 'create', admin: true },
  goTo('D', 'Go to the dashboard', paths.dashboard),
  goTo('C', 'Go to the calendar', paths.calendar),
  goTo('S', 'Go to my shifts', paths.ownShifts),
  goTo('M', 'Go to my profile', paths.profile),
  goTo('E', 'Go to all events', paths.events, true),
  goTo('R', 'Go to the roster', paths.roster, true),
  goTo('V', 'Go to cover', paths.cover, true),
  goTo('T', 'Go to To do', paths.toDo, true),
  goTo('P', 'Go to people', paths.people, true),
  goTo('N', 'Go to news', paths.news, true),
]

export const shortcutsFor = (admin: boolean): readonly Shortcut[] =>
  SHORTCUTS.filter((shortcut) => admin || !shortcut.admin)

/** How long G waits for its second key, in milliseconds. */
export const WAIT_MS = 1500

/**
 * Resolves a key.
 * @param before the first key of a pair that was just pressed.
 * @returns the complete shortcut; `first` when the key starts a pair; null for any other key.
 */
export function meaningOf(before: string | null, key: string, admin: boolean): Shortcut | 'first' | null {
  const typed = key.toUpperCase()
  const pressed = before ? [before, typed] : [typed]
  const found = shortcutsFor(admin).find(({ keys }) => keys.join() === pressed.join())
  if (found) return found
  return !before && shortcutsFor(admin).some(({ keys }) => keys.length > 1 && keys[0] === typed) ? 'first' : null
}

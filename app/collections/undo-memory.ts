/** What can be taken back, and until when: the server keeps it for a day, the browser remembers the key to it. */
export type Undoable = { collection: string; token: string; text: string; at: string }

const KEY = 'undos'
const DAY_MS = 86_400_000
const MOST = 20

/** Those that still hold, newest first. @param now ISO instant of the server's clock. */
export function undosAt(now: string): Undoable[] {
  try {
    const kept: Undoable[] = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return kept.filter(({ at }) => Date.parse(now) - Date.parse(at) < DAY_MS)
  } catch {
    return []
  }
}

function keep(undos: readonly Undoable[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(undos.slice(0, MOST)))
  } catch {
    // A browser that keeps nothing offers the undoing in its notice only.
  }
}

export const rememberUndo = (undo: Undoable) => keep([undo, ...undosAt(undo.at)])

export const forgetUndo = (token: string, now: string) => keep(undosAt(now).filter((undo) => undo.token !== token))

/** An undo token: the server keeps the change for a day, the browser stores the token. */
export type Undoable = { collection: string; token: string; text: string; at: string }

const KEY = 'undos'
const DAY_MS = 86_400_000
const MAX_UNDOS = 20

/** The undo tokens that are still valid, newest first. @param now ISO instant of the server's clock. */
export function readUndos(now: string): Undoable[] {
  try {
    const stored: Undoable[] = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return stored.filter(({ at }) => Date.parse(now) - Date.parse(at) < DAY_MS)
  } catch {
    return []
  }
}

function writeUndos(undos: readonly Undoable[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(undos.slice(0, MAX_UNDOS)))
  } catch {
    // Without storage, only the notice offers Undo.
  }
}

export const saveUndo = (undo: Undoable) => writeUndos([undo, ...readUndos(undo.at)])

export const removeUndo = (token: string, now: string) =>
  writeUndos(readUndos(now).filter((undo) => undo.token !== token))

import { useRevalidator } from '@remix-run/react'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useRoot } from '../shell/use-root.ts'
import { PlainButton, PlainIconButton } from '../ui/plain/plain-button.tsx'
import { firstMessage } from './answer-messages.ts'
import classes from './bulk.module.css'
import { callApi } from './call-api.ts'
import { readUndos, removeUndo, saveUndo, type Undoable } from './undo-storage.ts'

export type UndoToken = { collection: string; token: string }
type UndoAction = UndoToken | { path: string; body: object }
type Offer = (text: string, undo?: UndoAction) => void

type Undos = {
  offer: Offer
  /** Undoes what the notice shows; nothing without one. */
  undoShown: () => void
  recent: readonly Undoable[]
  undo: (token: UndoToken) => Promise<void>
}

const UndoContext = createContext<Undos>({ offer: () => {}, undoShown: () => {}, recent: [], undo: async () => {} })

export const useUndo = () => useContext(UndoContext)

/** Shorter than the undo window (`UNDO_WINDOW_MS`): the notice disappears before notifications are sent. */
const SHOWN_MS = 20_000

export function UndoProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ text: string; undo?: UndoAction; refused?: boolean } | null>(null)
  const [paused, setPaused] = useState(false)
  const [busy, setBusy] = useState(false)
  const [recent, setRecent] = useState<readonly Undoable[]>([])
  const { revalidate } = useRevalidator()
  const now = useRoot()?.now ?? ''
  useEffect(() => setRecent(readUndos(now)), [now])
  useEffect(() => {
    if (!shown || paused) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, paused])
  const undo = async (undoing: UndoAction) => {
    setBusy(true)
    const { ok, body } =
      'token' in undoing
        ? await callApi('POST', `/api/${undoing.collection}/undo`, { token: undoing.token }, [404])
        : await callApi('PUT', undoing.path, undoing.body, [404, 409])
    setBusy(false)
    if ('token' in undoing) removeUndo(undoing.token, now)
    setRecent(readUndos(now))
    setShown(
      ok
        ? { text: 'Change undone.' }
        : { text: firstMessage(body, []) ?? 'This can no longer be undone.', refused: true },
    )
    revalidate()
  }
  const offer: Offer = (text, undoing) => {
    if (undoing && 'token' in undoing) saveUndo({ ...undoing, text, at: now })
    setRecent(readUndos(now))
    setShown({ text, ...(undoing && { undo: undoing }) })
  }
  return (
    <UndoContext.Provider
      value={{ offer, undoShown: () => void (shown?.undo && !busy && undo(shown.undo)), recent, undo }}
    >
      {children}
      <div
        className={classes.toast}
        role="status"
        data-shown={shown !== null || undefined}
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
      >
        {shown && (
          <>
            <span data-refused={shown.refused}>{shown.text}</span>
            {shown.undo && (
              <PlainButton
                variant="subtle"
                loading={busy}
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => shown.undo && undo(shown.undo)}
              >
                Undo
              </PlainButton>
            )}
            <PlainIconButton aria-label="Dismiss" onClick={() => setShown(null)}>
              <IconX size={16} aria-hidden />
            </PlainIconButton>
          </>
        )}
      </div>
    </UndoContext.Provider>
  )
}

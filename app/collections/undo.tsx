import { ActionIcon, Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useRoot } from '../shell/use-root.ts'
import { firstMessage } from './answer-messages.ts'
import classes from './bulk.module.css'
import { callApi } from './call-api.ts'
import { forgetUndo, rememberUndo, type Undoable, undosAt } from './undo-memory.ts'

export type UndoToken = { collection: string; token: string }
/** A token that is good for a day, or the call that takes back what another call just did. */
type Undoing = UndoToken | { path: string; body: object }
type Offer = (text: string, undo?: Undoing) => void

type Undos = {
  offer: Offer
  /** What was done within the last day in this browser, newest first. */
  recent: readonly Undoable[]
  undo: (token: UndoToken) => Promise<void>
}

const UndoContext = createContext<Undos>({ offer: () => {}, recent: [], undo: async () => {} })

/** Says what was done and offers its undoing, for a day. */
export const useUndo = () => useContext(UndoContext)

/** Messages about what is offered to undo wait a little longer (`UNDO_WAIT_MS`). */
const SHOWN_MS = 20_000

/** Holds the last offer of the screens in it. It stays long enough to be read, and while it is pointed at or in focus. */
export function UndoFrame({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ text: string; undo?: Undoing; refused?: boolean } | null>(null)
  const [held, setHeld] = useState(false)
  const [busy, setBusy] = useState(false)
  const [recent, setRecent] = useState<readonly Undoable[]>([])
  const { revalidate } = useRevalidator()
  const now = useRoot()?.now ?? ''
  useEffect(() => setRecent(undosAt(now)), [now])
  useEffect(() => {
    if (!shown || held) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, held])
  const undo = async (undoing: Undoing) => {
    setBusy(true)
    const { ok, body } =
      'token' in undoing
        ? await callApi('POST', `/api/${undoing.collection}/undo`, { token: undoing.token }, [404])
        : await callApi('PUT', undoing.path, undoing.body, [404])
    setBusy(false)
    if ('token' in undoing) forgetUndo(undoing.token, now)
    setRecent(undosAt(now))
    setShown(
      ok
        ? { text: 'Everything is back.' }
        : { text: firstMessage(body, []) ?? 'It cannot be undone any more.', refused: true },
    )
    revalidate()
  }
  const offer: Offer = (text, undoing) => {
    if (undoing && 'token' in undoing) rememberUndo({ ...undoing, text, at: now })
    setRecent(undosAt(now))
    setShown({ text, ...(undoing && { undo: undoing }) })
  }
  return (
    <UndoContext.Provider value={{ offer, recent, undo }}>
      {children}
      <div
        className={classes.toast}
        role="status"
        data-shown={shown !== null || undefined}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {shown && (
          <>
            <span data-refused={shown.refused}>{shown.text}</span>
            {shown.undo && (
              <Button
                variant="subtle"
                size="sm"
                loading={busy}
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => shown.undo && undo(shown.undo)}
              >
                Undo
              </Button>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label="Close the notice"
              onClick={() => setShown(null)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
      </div>
    </UndoContext.Provider>
  )
}

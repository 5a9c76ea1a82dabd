import { ActionIcon, Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { firstMessage } from './answer-messages.ts'
import classes from './bulk.module.css'
import { callApi } from './call-api.ts'

export type UndoToken = { collection: string; token: string }
type Offer = (text: string, undo?: UndoToken) => void

const UndoContext = createContext<{ offer: Offer }>({ offer: () => {} })

/** Says what was done and offers its undoing. */
export const useUndo = () => useContext(UndoContext)

const SHOWN_MS = 20_000

/** Holds the last offer of the screens in it. It stays long enough to be read, and while it is pointed at or in focus. */
export function UndoFrame({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ text: string; undo?: UndoToken; refused?: boolean } | null>(null)
  const [held, setHeld] = useState(false)
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!shown || held) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, held])
  const undo = async ({ collection, token }: UndoToken) => {
    setBusy(true)
    const { ok, body } = await callApi('POST', `/api/${collection}/undo`, { token }, [404])
    setBusy(false)
    setShown(
      ok
        ? { text: 'Everything is back.' }
        : { text: firstMessage(body, []) ?? 'It cannot be undone any more.', refused: true },
    )
    revalidate()
  }
  return (
    <UndoContext.Provider value={{ offer: (text, token) => setShown({ text, ...(token && { undo: token }) }) }}>
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

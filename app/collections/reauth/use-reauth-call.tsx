import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { lazyPart } from '../../shell/connection/lazy-part.ts'
import { type SendResult, send } from './send.ts'

const ReauthDialog = lazyPart(() => import('./reauth-dialog.tsx').then((all) => ({ default: all.ReauthDialog })))

type Call = typeof send

const needsReauth = ({ ok, body }: SendResult) => {
  const problem = (body?.problem ?? body) as Record<string, unknown> | null
  return !ok && problem?.reauth_required === true
}

/**
 * Makes calls that may need the password again: opens the dialog on request and repeats the call after confirmation.
 * The component must render `dialog`.
 */
export function useReauthCall(): { call: Call; dialog: ReactNode; busy: boolean } {
  const [asking, setAsking] = useState(false)
  const [running, setRunning] = useState(0)
  const resolveDialog = useRef<(confirmed: boolean) => void>(() => {})
  const call = useCallback<Call>(async (...input) => {
    setRunning((n) => n + 1)
    try {
      const answer = await send(...input)
      if (!needsReauth(answer)) return answer
      setAsking(true)
      const confirmed = await new Promise<boolean>((resolve) => {
        resolveDialog.current = resolve
      })
      setAsking(false)
      return confirmed ? await send(...input) : answer
    } finally {
      setRunning((n) => n - 1)
    }
  }, [])
  return {
    call,
    busy: running > 0,
    dialog: asking && (
      <Suspense>
        <ReauthDialog onDone={(confirmed) => resolveDialog.current(confirmed)} />
      </Suspense>
    ),
  }
}

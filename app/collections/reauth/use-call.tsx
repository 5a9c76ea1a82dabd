import { type ReactNode, useCallback, useRef, useState } from 'react'
import { ReauthDialog } from './reauth-dialog.tsx'
import { type Sent, send } from './send.ts'

type Call = typeof send

const asksForProof = ({ status, body }: Sent) => {
  const said = (body?.problem ?? body) as Record<string, unknown> | null
  return status === 403 && said?.reauth_required === true
}

/**
 * Calls that may need proof of the person: when the server asks for it, the dialog opens, and the call is made again after
 * the password was right. The component has to draw `dialog`.
 */
export function useCall(): { call: Call; dialog: ReactNode; busy: boolean } {
  const [asking, setAsking] = useState(false)
  const [running, setRunning] = useState(0)
  const settle = useRef<(confirmed: boolean) => void>(() => {})
  const call = useCallback<Call>(async (...asked) => {
    setRunning((n) => n + 1)
    try {
      const answer = await send(...asked)
      if (!asksForProof(answer)) return answer
      setAsking(true)
      const confirmed = await new Promise<boolean>((resolve) => {
        settle.current = resolve
      })
      setAsking(false)
      return confirmed ? await send(...asked) : answer
    } finally {
      setRunning((n) => n - 1)
    }
  }, [])
  return { call, busy: running > 0, dialog: <ReauthDialog opened={asking} onDone={(yes) => settle.current(yes)} /> }
}

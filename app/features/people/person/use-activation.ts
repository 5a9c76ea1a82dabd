import { useUndo } from '#app/collections/undo.tsx'
import { useCall } from '#app/collections/use-call.ts'

/** Activates and deactivates people, with Undo. The welcome email is sent after the notice's undo time. */
export function useActivation() {
  const { call, busy, problem } = useCall<{ undo?: { token: string } }>('POST', '/api/people/bulk')
  const { offer } = useUndo()
  /** @param text of the notice. @param more further fields of the call. @returns whether it succeeded. */
  const setActive = async (id: number, is_active: boolean, text: string, more: object = {}): Promise<boolean> => {
    const { ok, body } = await call({ ids: [id], changes: { is_active }, ...more })
    if (ok) offer(text, body.undo && { collection: 'people', token: body.undo.token })
    return ok
  }
  return { busy, problem, setActive }
}

import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import type { RosteredShift } from '#server/availability/rostered/contract.ts'

const RosteredDialog = lazyPart(() => import('./rostered-dialog.tsx').then((all) => ({ default: all.RosteredDialog })))

const rosteredIn = (data: unknown): readonly RosteredShift[] =>
  typeof data === 'object' && data !== null && 'rostered' in data && Array.isArray(data.rostered) ? data.rostered : []

type Fetcher = { state: string; data: unknown }

/**
 * Shows a dialog once a mark is stored for a day on which the person is rostered. Several places may show the same day
 * and share its fetcher: the pressed one shows the dialog.
 * @param name the marked person where an admin marks for someone; null for the viewer.
 */
export function useRostered(
  { state, data }: Fetcher,
  name: string | null = null,
): { press: () => void; dialog: ReactNode } {
  const [pressed, setPressed] = useState(false)
  const shifts = pressed && state === 'idle' ? rosteredIn(data) : []
  return {
    press: () => setPressed(true),
    dialog: shifts.length > 0 && (
      <Suspense>
        <RosteredDialog shifts={shifts} name={name} onClose={() => setPressed(false)} />
      </Suspense>
    ),
  }
}

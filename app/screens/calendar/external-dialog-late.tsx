import { lazy, Suspense, useRef } from 'react'
import type { Item } from './items.ts'

const Dialog = lazy(() => import('./external-dialog.tsx').then((it) => ({ default: it.ExternalDialog })))

/** The dialog of another club's event, whose code is fetched when the first is opened. */
export function ExternalDialog({ item, onClose }: { item: Item | null; onClose: () => void }) {
  const asked = useRef(false)
  asked.current ||= item !== null
  if (!asked.current) return null
  return (
    <Suspense>
      <Dialog item={item} onClose={onClose} />
    </Suspense>
  )
}

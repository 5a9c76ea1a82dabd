import { Suspense, useRef } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import type { Item } from './items.ts'

const Dialog = lazyPart(() => import('./external-dialog.tsx').then((module) => ({ default: module.ExternalDialog })))

export function ExternalDialog({ item, onClose }: { item: Item | null; onClose: () => void }) {
  const wasOpened = useRef(false)
  wasOpened.current ||= item !== null
  if (!wasOpened.current) return null
  return (
    <Suspense>
      <Dialog item={item} onClose={onClose} />
    </Suspense>
  )
}

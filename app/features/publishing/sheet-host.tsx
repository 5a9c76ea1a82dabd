import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { provideEventProof } from '#app/shell/event-proof.ts'
import type { Shown } from './proof-ask.ts'
import { hostSheets, openProof } from './sheet-store.ts'

provideEventProof((event, about) => openProof({ about, event, what: { events: [event], shifts: [] } }))

const PublishSheet = lazyPart(
  () => import('./publish-sheet.tsx').then((module) => ({ default: module.PublishSheet })),
  { ahead: false },
)

/** Holds the sheet above the page: the element that opened it disappears on publishing. */
export function PublishSheetHost() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => hostSheets(setShown), [])
  if (!shown) return null
  return (
    <Suspense>
      <PublishSheet shown={shown} onClose={() => setShown(null)} />
    </Suspense>
  )
}

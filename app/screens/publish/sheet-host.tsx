import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import { lazyPart } from '../../shell/connection/lazy-part.ts'
import type { ProofAsk, Shown } from './proof-ask.ts'

type Sheets = {
  /** Opens the proof: who reads what, before anything is published. */
  openProof: (ask: ProofAsk) => void
  /** Opens the receipt of an event: who got it, and who has answered. */
  openReceipt: (event: number, about: string) => void
}

const SheetContext = createContext<Sheets>({ openProof: () => {}, openReceipt: () => {} })

export const usePublishSheet = () => useContext(SheetContext)

/** Only admins open it, but every page can. */
const PublishSheet = lazyPart(
  () => import('./publish-sheet.tsx').then((module) => ({ default: module.PublishSheet })),
  { ahead: false },
)

/** Holds the sheet above the page, since what opened it is gone once all is published. */
export function PublishSheetProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const sheets = useMemo<Sheets>(
    () => ({
      openProof: (ask) => setShown({ ask }),
      openReceipt: (event, about) => setShown({ receipt: { event, about } }),
    }),
    [],
  )
  return (
    <SheetContext.Provider value={sheets}>
      {children}
      {shown && (
        <Suspense>
          <PublishSheet shown={shown} onShow={setShown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </SheetContext.Provider>
  )
}

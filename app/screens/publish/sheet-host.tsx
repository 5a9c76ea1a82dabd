import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import type { PublishInput } from '#server/shifts/publication/contract.ts'
import type { RosterEdit } from '#server/shifts/roster-editor/contract.ts'
import { lazyPart } from '../../shell/connection/lazy-part.ts'

/** What is to be published: stored shifts, or the staged changes of an event once they are saved. */
export type ProofAsk = {
  /** Of which event, for the line below the title: "Frostbite Series, race 6, Sat 28 Nov". */
  about: string
  /** The event whose receipt follows; null where the shifts are of several. */
  event: number | null
} & (
  | { what: PublishInput }
  | {
      staged: { event: number; edit: RosterEdit }
      /** Saves them. @returns whether they are stored. */
      save: (publish: boolean, notifies: NotificationPreview) => Promise<boolean>
    }
)

export type Shown = { ask: ProofAsk } | { receipt: { event: number; about: string } }

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

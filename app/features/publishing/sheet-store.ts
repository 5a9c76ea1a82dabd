import type { ProofAsk, Shown } from './proof-ask.ts'

type Listener = (shown: Shown | null) => void

/** The registered host; a sheet opened earlier waits for it. */
let host: Listener | null = null
let waiting: Shown | null = null

const show = (shown: Shown) => {
  if (host) host(shown)
  else waiting = shown
}

export const openProof = (ask: ProofAsk): void => show({ ask })

export const openReceipt = (event: number, about: string): void => show({ receipt: { event, about } })

/** Registers the sheet host. @returns an unsubscribe function. */
export function hostSheets(listener: Listener): () => void {
  host = listener
  if (waiting) listener(waiting)
  waiting = null
  return () => {
    host = null
  }
}

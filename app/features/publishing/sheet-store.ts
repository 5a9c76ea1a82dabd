import type { ProofAsk, Shown } from './proof-ask.ts'

type Listener = (shown: Shown | null) => void

/** The host of the page, once it is loaded; what is opened before waits for it. */
let host: Listener | null = null
let waiting: Shown | null = null

const show = (shown: Shown) => {
  if (host) host(shown)
  else waiting = shown
}

/** Opens the proof: who reads what, before anything is published. */
export const openProof = (ask: ProofAsk): void => show({ ask })

/** Opens the receipt of an event: who got it, and who has answered. */
export const openReceipt = (event: number, about: string): void => show({ receipt: { event, about } })

/** Becomes the host: what is opened from now on is passed to `listener`. @returns ends that. */
export function hostSheets(listener: Listener): () => void {
  host = listener
  if (waiting) listener(waiting)
  waiting = null
  return () => {
    host = null
  }
}

import { callApi } from '#app/collections/call-api.ts'
import { BACKGROUND_STATUSES } from '#app/shell/fetch-api.ts'
import type { Proof } from '#server/publishing/proof/contract.ts'
import { FEW, type ProofAsk, proofCall } from './proof-ask.ts'
import { openProof, openReceipt } from './sheet-store.ts'

/**
 * Publishes what notifies few people without showing the proof, unless that has a warning: someone not qualified, or
 * someone not reached where no receipt follows.
 */
export async function publishFew(ask: ProofAsk, publish: () => Promise<boolean>): Promise<void> {
  const [path, input] = proofCall(ask)
  const { ok, body } = await callApi('POST', path, input, BACKGROUND_STATUSES)
  const proof = body as Proof
  const isWarning = !ok || proof.unfit.length > 0 || (ask.event === null && proof.unreached.length > 0)
  if (isWarning || proof.people > FEW) return openProof(ask)
  if (await publish()) receiptOfUnreached(ask, proof)
}

/** Opens the receipt where someone was not reached. */
export function receiptOfUnreached({ event, about }: ProofAsk, { unreached }: Proof): void {
  if (event !== null && unreached.length > 0) openReceipt(event, about)
}

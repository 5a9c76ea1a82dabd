import type { Proof } from '#server/publishing/proof/contract.ts'
import type { Shown } from './proof-ask.ts'
import { ProofSheet } from './proof-sheet.tsx'
import { receiptOfUnreached } from './publish-few.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'

type Props = { shown: Shown; onClose: () => void }

export function PublishSheet({ shown, onClose }: Props) {
  if ('receipt' in shown) return <ReceiptSheet {...shown.receipt} onClose={onClose} />
  const { ask } = shown
  const after = (proof: Proof) => {
    onClose()
    receiptOfUnreached(ask, proof)
  }
  return <ProofSheet ask={ask} onPublished={after} onClose={onClose} />
}

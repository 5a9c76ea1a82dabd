import type { Shown } from './proof-ask.ts'
import { ProofSheet } from './proof-sheet.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

type Props = { shown: Shown; onShow: (shown: Shown) => void; onClose: () => void }

export function PublishSheet({ shown, onShow, onClose }: Props) {
  if ('receipt' in shown) return <ReceiptSheet {...shown.receipt} onClose={onClose} />
  const { ask } = shown
  const after = () => (ask.event === null ? onClose() : onShow({ receipt: { event: ask.event, about: ask.about } }))
  return <ProofSheet ask={ask} onPublished={after} onClose={onClose} />
}

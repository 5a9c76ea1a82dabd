import { IconCheck, IconClock, IconPlayerStop } from '@tabler/icons-react'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { Tag } from '../../../ui/state-badge.tsx'

/** How far a message is, as icon, word and colour. */
export function MessageStatus({ status }: Pick<MessageLine, 'status'>) {
  if (status === 'sent')
    return (
      <Tag tone="green" icon={IconCheck} quiet>
        Sent
      </Tag>
    )
  if (status === 'cancelled')
    return (
      <Tag tone="slate" icon={IconPlayerStop} quiet>
        Cancelled
      </Tag>
    )
  return (
    <Tag tone="brand" icon={IconClock} quiet>
      {status === 'scheduled' ? 'Scheduled' : 'Being sent'}
    </Tag>
  )
}

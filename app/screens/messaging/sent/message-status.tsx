import { IconCheck, IconClock, IconPlayerPause, IconPlayerStop } from '@tabler/icons-react'
import type { MessageLine } from '#server/messages/sending/history-contract.ts'
import { Tag } from '../../../ui/state-badge.tsx'

/** How far a message is, as icon, word and colour. */
export function MessageStatus({ status, paused_at }: Pick<MessageLine, 'status' | 'paused_at'>) {
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
  if (paused_at)
    return (
      <Tag tone="amber" icon={IconPlayerPause} quiet>
        Paused
      </Tag>
    )
  return (
    <Tag tone="brand" icon={IconClock} quiet>
      {status === 'scheduled' ? 'Scheduled' : 'Being sent'}
    </Tag>
  )
}

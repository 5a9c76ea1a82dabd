import { IconMailOff, IconMessageOff } from '@tabler/icons-react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import { BLOCK_LABELS, blocksOf } from './block-text.ts'

export function BlockMarks({ person }: { person: ListRecord }) {
  const { email, sms } = blocksOf(person)
  return (
    <>
      {email && (
        <Tag tone="red" icon={IconMailOff} quiet>
          {BLOCK_LABELS[email.reason]}
        </Tag>
      )}
      {sms && (
        <Tag tone="red" icon={IconMessageOff} quiet>
          {BLOCK_LABELS[sms.reason]}
        </Tag>
      )}
    </>
  )
}

import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { StateBadge, Tag } from '../../ui/state-badge.tsx'
import type { Item } from './items.ts'

/** Tags an entry: the viewer's shift, their request, and for admins whether it is filled. */
export function ItemStates({ item }: { item: Item }) {
  return (
    <>
      {item.mine && <StateBadge state="on" />}
      {!item.mine && item.requested && <StateBadge state="requested" />}
      {item.empty === 0 && (
        <Tag tone="green" icon={IconCheck} quiet>
          All filled
        </Tag>
      )}
      {item.empty !== null && item.empty > 0 && (
        <Tag tone="red" icon={IconAlertTriangle}>
          {item.empty} unfilled
        </Tag>
      )}
    </>
  )
}

import { OpenShifts } from '../../ui/open-shifts.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { Item } from './items.ts'

/** Tags an entry: the viewer's shift, their request, and for admins whether it is filled. */
export function ItemStates({ item }: { item: Item }) {
  return (
    <>
      {item.mine && <StateBadge state="on" />}
      {!item.mine && item.requested && <StateBadge state="requested" />}
      <OpenShifts {...item} />
    </>
  )
}

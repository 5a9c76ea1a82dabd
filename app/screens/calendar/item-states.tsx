import { OpenShifts } from '../../ui/open-shifts.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { OwnMark } from '../answers/own-mark.tsx'
import type { Item } from './items.ts'

/** Tags an entry: the viewer's shift, their request, and for admins whether it is filled. */
export function ItemStates({ item }: { item: Item }) {
  return (
    <>
      {item.called_off && <StateBadge state="cancelled">Called off</StateBadge>}
      {item.mine &&
        !item.called_off &&
        (item.own ? <OwnMark answer={item.own.answer} nudged={item.own.nudged} /> : <StateBadge state="on" />)}
      {!item.mine && item.requested && !item.called_off && <StateBadge state="requested" />}
      {!item.called_off && <OpenShifts {...item} />}
    </>
  )
}

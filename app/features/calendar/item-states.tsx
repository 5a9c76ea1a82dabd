import { OwnMark } from '#app/features/answers/own-mark.tsx'
import { OpenShifts } from '#app/features/open-shifts/open-shifts.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { Item } from './items.ts'

export function ItemStates({ item }: { item: Item }) {
  const when = useDateFormats()
  return (
    <>
      {item.called_off && <StateBadge state="cancelled">Called off</StateBadge>}
      {item.mine &&
        !item.called_off &&
        (item.own ? <OwnMark answer={item.own.answer} nudged={item.own.nudged} /> : <StateBadge state="on" />)}
      {item.outside && (
        <>
          <OutsideMark />
          <small className="num">{when.within({ ...item.outside, outside: true }, item)}</small>
        </>
      )}
      {!item.mine && item.requested && !item.called_off && <StateBadge state="requested" />}
      {!item.called_off && <OpenShifts shifts={item.shifts} empty={item.empty} start={item.start} end={item.end} />}
    </>
  )
}

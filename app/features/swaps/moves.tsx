import { useDateFormats } from '#app/shell/use-root.ts'
import type { Swap, SwapList } from '#server/swaps/contract.ts'
import { namedParts, shiftText } from './circle-words.ts'
import classes from './swaps.module.css'

/** Each shift of a swap with who gives and who gets it. */
export function Moves({ swap, list }: { swap: Swap; list: SwapList }) {
  const when = useDateFormats()
  const shiftWords = (id: number) => {
    const shift = list.shifts[id]
    return shift ? `${shiftText(shift)}, ${when.short(shift.start)}` : 'a shift that was removed'
  }
  const moves = namedParts(swap, list.people, 0).filter(({ gives }) => gives !== null)
  if (!moves.length) return <>{`${list.people[swap.person]?.name ?? 'Someone'} offers ${shiftWords(swap.shift)}`}</>
  return moves.map((part) => (
    <div key={part.person}>
      {`${part.name} → ${part.to?.name ?? 'no one'}: `}
      <span className={classes.gives}>{shiftWords(part.gives!)}</span>
    </div>
  ))
}

import { IconChecklist } from '@tabler/icons-react'
import { shiftText } from '#app/features/swaps/circle-words.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { SwapList } from '#server/swaps/contract.ts'
import classes from './answers/answers.module.css'

export function SwapApprovals({ list }: { list: SwapList }) {
  const when = useDateFormats()
  return (
    <SectionCard title="Swaps to approve" icon={IconChecklist} count={list.count}>
      <Rows>
        {list.swaps.map((swap) => {
          const shift = list.shifts[swap.shift]
          return (
            <Row
              key={swap.id}
              to={paths.allSwaps}
              title={wordList(swap.circle.map(({ person }) => list.people[person]?.name || 'Somebody'))}
              meta={
                <>
                  {shift && <div>{shiftText(shift)}</div>}
                  {shift && (
                    <div className="num">
                      {when.format(shift.start, 'ddd D MMM')}, {when.time(shift.start)}
                    </div>
                  )}
                </>
              }
            />
          )
        })}
      </Rows>
      <div className={classes.all}>
        <PlainLink to={paths.allSwaps} className={classes.other}>
          {list.count > list.swaps.length ? `See all ${list.count}` : 'Approve or decline'}
        </PlainLink>
      </div>
    </SectionCard>
  )
}

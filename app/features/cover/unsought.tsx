import { useCalls } from '#app/collections/use-call.ts'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { untilText } from '#app/ui/until-text.ts'
import type { Board } from '#server/cover/board/queries.ts'
import { AskButton } from './ask-button.tsx'
import classes from './board.module.css'
import { titleOf } from './board-words.ts'
import { HeapPages } from './heap-pages.tsx'

export function Unsought({ board }: { board: Board }) {
  const { unsought, now, total } = board
  const form = useCalls()
  const when = useDateFormats()
  return (
    <SectionCard title="Needs cover, no one asked yet" count={total.unsought}>
      <div className={classes.body}>
        <FormError message={form.problem} />
      </div>
      {unsought.map((shift) => (
        <Row
          key={shift.shift}
          title={`${titleOf(shift)}, ${untilText(shift.start, now)}`}
          meta={
            <>
              {`${shift.name} can’t come, ${shift.event_name}, ${when.short(shift.start)}, ${when.range(shift.start, shift.end)}`}
              <div>
                <UnfitMark unfit={shift.unfit} />
              </div>
            </>
          }
          end={<AskButton shift={shift} form={form} />}
        />
      ))}
      <HeapPages board={board} heap="unsought" shown={unsought.length} total={total.unsought} />
    </SectionCard>
  )
}

import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { untilText } from '#app/ui/until-text.ts'
import { BOARD_PAGE } from '#server/cover/board/contract.ts'
import type { Board } from '#server/cover/board/queries.ts'
import { AskButton } from './ask-button.tsx'
import classes from './board.module.css'
import { manyText, titleOf, weeksOf } from './board-words.ts'
import { HeapPages } from './heap-pages.tsx'
import { StartMany } from './start-many.tsx'

const SHOWN_WEEKS = 1

export function NeverAsked({ board }: { board: Board }) {
  const { open, now, today, total, pages } = board
  const form = useCalls()
  const when = useDateFormats()
  // The rest of the first and the last week may be on another page.
  const [isFirst, isLast] = [pages.open === 1, pages.open * BOARD_PAGE >= total.open]
  const isWhole = (week: number, weeks: readonly unknown[]) =>
    (week > 0 || isFirst) && (week < weeks.length - 1 || isLast)
  return (
    <SectionCard title="Open, no one asked yet" count={total.open}>
      <div className={classes.body}>
        <FormError message={form.problem} />
      </div>
      {weeksOf(open, today, (instant) => when.parts(instant).iso).map(({ name, shifts, events }, i, weeks) => (
        <details key={name} className={classes.week} open={i < SHOWN_WEEKS}>
          <summary>
            {name} <span className="num">{shifts.length}</span>
          </summary>
          {shifts.length > 1 && (
            <p className={`row cluster between ${classes.event}`}>
              <StartMany shifts={shifts} label={manyText(shifts.length, isWhole(i, weeks))} of={name} />
            </p>
          )}
          {events.map(({ event, event_name, shifts }) => (
            <div key={event}>
              <div className={`row cluster between ${classes.event}`}>
                <PlainLink to={paths.event(event)}>{event_name}</PlainLink>
                {shifts.length > 1 && events.length > 1 && (
                  <StartMany shifts={shifts} label={manyText(shifts.length, isWhole(i, weeks))} of={event_name} />
                )}
              </div>
              {shifts.map((shift) => (
                <Row
                  key={shift.shift}
                  title={titleOf(shift)}
                  meta={`${when.short(shift.start)}, ${when.range(shift.start, shift.end)}, ${untilText(shift.start, now)}`}
                  end={<AskButton shift={shift} form={form} />}
                />
              ))}
            </div>
          ))}
        </details>
      ))}
      <HeapPages board={board} heap="open" shown={open.length} total={total.open} />
    </SectionCard>
  )
}

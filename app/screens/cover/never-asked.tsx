import type { Board } from '#server/cover/board/queries.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { FormError } from '../../ui/form-error.tsx'
import { PlainLink } from '../../ui/plain-link.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { useOwnForm } from '../profile/use-own-form.ts'
import { AskButton } from './ask-button.tsx'
import classes from './board.module.css'
import { manyText, titleOf, untilText, weeksOf } from './board-words.ts'
import { StartMany } from './start-many.tsx'

/** The weeks that are unfolded at first. */
const SHOWN_WEEKS = 1

/** Open shifts nobody is asked for, by week, with a start for each shift, event and week. */
export function NeverAsked({ board: { open, now, today, total } }: { board: Board }) {
  const form = useOwnForm()
  const when = useDateFormats()
  // Of the last week that is shown, only some shifts may be.
  const isAll = open.length === total.open
  return (
    <SectionCard
      title="Open, nobody asked yet"
      count={total.open}
      {...(total.open > open.length && { hint: `The next ${open.length}.` })}
    >
      <div className={classes.body}>
        <FormError message={form.message} />
        {form.dialog}
      </div>
      {weeksOf(open, today, (instant) => when.parts(instant).iso).map(({ name, shifts, events }, i, weeks) => (
        <details key={name} className={classes.week} open={i < SHOWN_WEEKS}>
          <summary>
            {name} <span className="num">{shifts.length}</span>
          </summary>
          {shifts.length > 1 && (
            <p className={classes.event}>
              <StartMany shifts={shifts} label={manyText(shifts.length, isAll || i < weeks.length - 1)} of={name} />
            </p>
          )}
          {events.map(({ event, event_name, shifts }) => (
            <div key={event}>
              <div className={classes.event}>
                <PlainLink to={paths.event(event)}>{event_name}</PlainLink>
                {shifts.length > 1 && events.length > 1 && (
                  <StartMany
                    shifts={shifts}
                    label={manyText(shifts.length, isAll || i < weeks.length - 1)}
                    of={event_name}
                  />
                )}
              </div>
              {shifts.map((shift) => (
                <Row
                  key={shift.shift}
                  title={titleOf(shift)}
                  meta={`${when.format(shift.start, 'ddd D MMM')}, ${when.range(shift.start, shift.end)}, ${untilText(shift.start, now)}`}
                  end={<AskButton shift={shift} form={form} />}
                />
              ))}
            </div>
          ))}
        </details>
      ))}
    </SectionCard>
  )
}

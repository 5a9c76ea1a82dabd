import { Button } from '@mantine/core'
import { IconMessageCheck, IconPrinter } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { untilText } from '#app/ui/until-text.ts'
import type { Silent, SilentEvent, SilentShift } from '#server/answers/silent/queries.ts'
import type { OwnAnswer } from '../given-answers.ts'
import { useAnswers } from '../use-answers.ts'
import classes from './no-answer.module.css'
import { headText, restText } from './no-answer-words.ts'
import { SilentRow } from './silent-row.tsx'

type Props = { silent: Silent; days: number; asks: boolean; now: string }
type Shown = { event: SilentEvent; shift: SilentShift }

export function NoAnswerScreen({ silent, days, asks, now }: Props) {
  const when = useDateFormats()
  const { answers, answer, seekCover, takeBack } = useAnswers<{ id: number } & Shown>()
  const events = withAnswered(silent.events, [...answers.values()])
  return (
    <div>
      <PlainLink to={paths.dashboard} className={classes.back}>
        Dashboard
      </PlainLink>
      <PageHead title="No answer yet" meta={headText(silent)}>
        {events.length > 0 && (
          <Button
            variant="default"
            mih={44}
            className={classes.print}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            Print as phone list
          </Button>
        )}
      </PageHead>
      {events.length === 0 && (
        <SectionCard title="Nobody to phone" icon={IconMessageCheck}>
          <EmptyState
            icon={IconMessageCheck}
            title={asks ? 'Nobody to phone' : 'Nobody is asked'}
            text={
              asks
                ? `People who stay silent after they were asked twice appear here, ${days} days before their shift.`
                : 'This site does not ask whether people can come. Turn it on under Organisation.'
            }
          />
        </SectionCard>
      )}
      {events.length > 0 && (
        <div className={`card ${classes.list}`}>
          {events.map((event) => (
            <section key={event.id} aria-labelledby={`silent-${event.id}`}>
              <header className={classes.event}>
                <DateTile parts={when.parts(event.start)} />
                <div>
                  <h2 id={`silent-${event.id}`}>
                    <PlainLink to={paths.eventShifts(event.id)}>{event.name}</PlainLink>
                  </h2>
                  <p className="num">
                    {when.range(event.start, event.end)} · {event.confirmed} of {event.assigned} confirmed
                  </p>
                </div>
                <span className="num">{untilText(event.start, now)}</span>
              </header>
              <ul className="list">
                {event.shifts.map((shift) => {
                  const shown = { id: shift.id, event, shift }
                  return (
                    <li key={shift.id} className={classes.row}>
                      <SilentRow
                        shift={shift}
                        given={answers.get(shift.id)}
                        onAnswer={(given) => answer([shown], given)}
                        onSeekCover={() => seekCover(shown)}
                        onTakeBack={() => takeBack(shown)}
                      />
                    </li>
                  )
                })}
              </ul>
            </section>
          ))}
        </div>
      )}
      {events.length > 0 && <p className={classes.rest}>{restText(silent, days)}</p>}
    </div>
  )
}

/** Adds the shifts answered on this page, which the server no longer lists. */
function withAnswered(events: readonly SilentEvent[], answered: readonly OwnAnswer<Shown & { id: number }>[]) {
  const all = new Map(events.map((event) => [event.id, event]))
  for (const { shift: shown } of answered) {
    const event = all.get(shown.event.id) ?? { ...shown.event, shifts: [] }
    const others = event.shifts.filter(({ id }) => id !== shown.id)
    all.set(event.id, {
      ...event,
      shifts: [...others, shown.shift].sort((a, b) => a.start.localeCompare(b.start) || a.id - b.id),
    })
  }
  return [...all.values()].sort((a, b) => a.start.localeCompare(b.start) || a.id - b.id)
}

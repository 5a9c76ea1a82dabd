import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { inSentence } from '#app/collections/in-sentence.ts'
import { shiftTimes } from '#app/collections/shift-times.ts'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { StateBadge, Tag } from '#app/ui/state-badge.tsx'
import { actorLabel } from '#server/audit/contract.ts'
import type { HeldCompetency } from '#server/people/page/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'
import classes from './person.module.css'
import { isOffIn, nameIn, type PersonData } from './person-data.ts'

type Data = Extract<PersonData, { tab: 'info' }>

export function NextShifts({ data: { person, next, facts } }: { data: Data }) {
  const { date, range } = useDateFormats()
  return (
    <section aria-label="Next shifts">
      <h2>Next shifts</h2>
      {next.rows.length === 0 && <p className={classes.none}>No upcoming shifts.</p>}
      <ul className={classes.lines}>
        {next.rows.map((shift) => {
          const { start, end } = shiftTimes(shift)
          const part = ['assignments', 'roles'].map((name) => nameIn(next, name, shift[name.slice(0, -1)]))
          return (
            <li key={shift.id}>
              <span className={classes.what}>
                <Link to={paths.eventShifts(Number(shift.event))}>
                  {eventName(nameIn(next, 'events', shift.event))}
                </Link>
                <small className="num">
                  {date(start)}, {range(start, end)}
                </small>
                <small>{part.filter(Boolean).join(', ')}</small>
                <UnfitMark unfit={shift.unfit as Unfit | null} />
              </span>
              {isOffIn(next, shift.event) ? (
                <StateBadge state="cancelled" quiet>
                  Called off
                </StateBadge>
              ) : (
                <StateBadge state={shift.draft === null ? 'unpublished' : 'published'} quiet />
              )}
            </li>
          )
        })}
      </ul>
      {facts.upcoming > next.rows.length && (
        <Link className={classes.all} to={paths.personShifts(person.id)}>
          <span className="num">All {facts.upcoming} upcoming shifts</span>
        </Link>
      )}
    </section>
  )
}

const PAPERS: Record<HeldCompetency['state'], { tone: 'green' | 'amber' | 'red'; icon: typeof IconCheck }> = {
  held: { tone: 'green', icon: IconCheck },
  ending: { tone: 'amber', icon: IconAlertTriangle },
  ended: { tone: 'red', icon: IconX },
}

export function Papers({ data: { person, facts } }: { data: Data }) {
  const { day } = useDateFormats()
  const text = ({ expires, state }: HeldCompetency) =>
    expires === null ? 'Does not end' : `${state === 'ended' ? 'Ended' : 'Ends'} ${day(expires)}`
  return (
    <section aria-label="Competencies">
      <h2>Competencies</h2>
      {facts.held.length === 0 && <p className={classes.none}>No records yet.</p>}
      <ul className={classes.lines}>
        {facts.held.map((paper) => (
          <li key={paper.id}>
            <Link to={paths.personRecords(person.id)}>{paper.name}</Link>
            <Tag {...PAPERS[paper.state]} quiet>
              <span className="num">{text(paper)}</span>
            </Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}

const MARKS = [
  { label: 'Unavailable', tone: 'red', icon: IconX },
  { label: 'Available', tone: 'green', icon: IconCheck },
  { label: 'Only if required', tone: 'amber', icon: IconClock },
] as const

export function Availability({ data: { days } }: { data: Data }) {
  const { date } = useDateFormats()
  return (
    <section aria-label="Upcoming availability">
      <h2>Upcoming availability</h2>
      {days.rows.length === 0 && <p className={classes.none}>Nothing marked from today onwards.</p>}
      <ul className={classes.lines}>
        {days.rows.map((day) => {
          const mark = MARKS[Number(day.available)] ?? MARKS[0]
          return (
            <li key={day.id}>
              <span>{date(String(day.start))}</span>
              <Tag tone={mark.tone} icon={mark.icon} quiet>
                {mark.label}
              </Tag>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function Trail({ data: { trail, contract } }: { data: Data }) {
  const { dateTime } = useDateFormats()
  const titleOf = ({ name, words }: { name: string; words: string }) =>
    inSentence(contract.fields[name]?.title ?? words)
  return (
    <section aria-label="Audit trail">
      <h2>Audit trail</h2>
      {trail.length === 0 && <p className={classes.none}>Changes to this person will appear here.</p>}
      <ol className={classes.trail}>
        {trail.map(({ id, at, actor, by, action, label, fields }) => (
          <li key={id}>
            <b>{label.replace(/ a person$/, '')}</b>
            {fields.length > 0 && `${action.endsWith('.update') ? '' : ':'} ${fields.map(titleOf).join(', ')}`}
            <small>
              {by ?? actorLabel(actor)}, <span className="num">{dateTime(at)}</span>
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}

import { IconAlertTriangle, IconCheck, IconQuote } from '@tabler/icons-react'
import { useState } from 'react'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import { Avatar } from '../../ui/person-chip.tsx'
import classes from './suggestion.module.css'

const FIRST = 5

type Props = {
  suggestions: readonly Suggestion[]
  /** The person who is on the shift. */
  chosen: number | null
  onAssign: (one: Suggestion) => void
}

/**
 * Lists the people who fit, best first, with the reasons; below them the others, with the reasons against. Everybody can be
 * assigned.
 */
export function SuggestionList({ suggestions, chosen, onAssign }: Props) {
  const others = suggestions.filter(({ person }) => person !== chosen)
  return (
    <>
      <Group title="Best fit" people={others.filter(({ fits }) => fits)} verb="Assign" onAssign={onAssign} />
      <Group
        title="Not a fit"
        people={others.filter(({ fits }) => !fits)}
        verb="Assign anyway"
        onAssign={onAssign}
        quiet
      />
    </>
  )
}

type GroupProps = Omit<Props, 'chosen' | 'suggestions'> & {
  title: string
  people: readonly Suggestion[]
  verb: string
  quiet?: boolean
}

function Group({ title, people, verb, onAssign, quiet }: GroupProps) {
  const [all, setAll] = useState(false)
  if (!people.length) return null
  const shown = all ? people : people.slice(0, quiet ? 3 : FIRST)
  return (
    <section className={classes.group} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {shown.map((one) => (
          <li key={one.person} className={classes.one} data-quiet={quiet || undefined}>
            <Avatar name={one.name} src={one.avatar} size={30} />
            <div className={classes.who}>
              <b>{one.name}</b>
              <Reasons one={one} />
              {one.comments && (
                <q className={classes.comment}>
                  <IconQuote size={12} aria-hidden />
                  {one.comments}
                </q>
              )}
            </div>
            <button
              type="button"
              className={classes.assign}
              onClick={() => onAssign(one)}
              aria-label={`${verb}: ${one.name}`}
            >
              {verb}
            </button>
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <button type="button" className={classes.rest} onClick={() => setAll(true)}>
          Show {people.length - shown.length} more
        </button>
      )}
    </section>
  )
}

export function Reasons({ one }: { one: Pick<Suggestion, 'for' | 'against' | 'month_count'> }) {
  return (
    <span className={classes.reasons}>
      {one.against.map(({ code, words }) => (
        <span key={code} data-tone={code === 'if_required' || code === 'busy_month' ? 'amber' : 'red'}>
          <IconAlertTriangle size={13} aria-hidden />
          {words}
        </span>
      ))}
      {one.for.map(({ code, words }) => (
        <span key={code} data-tone="green">
          <IconCheck size={13} stroke={2.2} aria-hidden />
          {words}
        </span>
      ))}
      {one.month_count > 0 && !one.against.some(({ code }) => code === 'busy_month') && (
        <span>{one.month_count === 1 ? '1 shift' : `${one.month_count} shifts`} this month</span>
      )}
    </span>
  )
}

import { useDraggable } from '@dnd-kit/core'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconGripVertical, IconSearch } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { Avatar } from '#app/ui/person-chip.tsx'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import classes from './people-panel.module.css'
import { Reasons } from './reasons.tsx'
import { groupSuggestions } from './suggestion-groups.ts'
import type { Roster } from './use-roster.ts'
import { useSuggestions } from './use-suggestions.ts'

/** A person about to be assigned; `from` is their previous shift, `suggestion` the data on them for the whole event. */
export type PersonInHand = { person: number; name: string; from?: string; suggestion?: Suggestion }

type Props = { roster: Roster; carried: PersonInHand | null; onCarry: (one: PersonInHand | null) => void }

/**
 * People to assign: those who asked for this event, then the available ones, then the others. By dragging, or by
 * picking a person and then a shift (WCAG 2.2, 2.5.7).
 */
export function PeoplePanel({ roster, carried, onCarry }: Props) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 300)
  const { start, end } = roster.eventFields
  const whole = { person: null, role: null, assignment: null, location: null, start, end, notes: '' }
  const { suggestions, loading, failed } = useSuggestions(roster.editor.event.id, null, whole, true, asked)
  const found = suggestions.filter(({ name }) => foldText(name).includes(foldText(search.trim())))
  const on = new Set(roster.shifts.flatMap(({ state, fields }) => (state === 'removed' ? [] : (fields.person ?? []))))
  const groups = groupSuggestions(
    found.filter(({ person }) => !on.has(person)),
    { askedFirst: true },
  )
  const placed = found.filter(({ person }) => on.has(person))
  const row = (one: Suggestion) => (
    <Person
      key={one.person}
      one={one}
      on={on.has(one.person)}
      carried={carried?.person === one.person}
      onCarry={() => onCarry(carried?.person === one.person ? null : inHand(one))}
    />
  )
  return (
    <section className={classes.panel} aria-label="People">
      <TextInput
        aria-label="Find a person"
        placeholder="Find a person"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      {failed && <p>The list could not be loaded.</p>}
      {!failed && !found.length && <p>{loading ? 'Looking for people…' : 'No results.'}</p>}
      {[...groups, ...(placed.length ? [{ title: 'On this event', people: placed }] : [])].map(({ title, people }) => (
        <Fragment key={title}>
          <h2>
            {title} <span>{people.length}</span>
          </h2>
          <ul aria-label={title}>{people.map(row)}</ul>
        </Fragment>
      ))}
    </section>
  )
}

const inHand = (one: Suggestion): PersonInHand => ({ person: one.person, name: one.name, suggestion: one })

type PersonProps = { one: Suggestion; on: boolean; carried: boolean; onCarry: () => void }

function Person({ one, on, carried, onCarry }: PersonProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `person-${one.person}`,
    data: inHand(one),
  })
  return (
    <li
      ref={setNodeRef}
      className={classes.person}
      data-carried={carried || undefined}
      data-dragging={isDragging || undefined}
      {...listeners}
    >
      <IconGripVertical size={14} aria-hidden className={classes.grip} />
      <Avatar name={one.name} src={one.avatar} size={28} />
      <div>
        <button type="button" aria-pressed={carried} onClick={onCarry} className={classes.pick}>
          {one.name}
        </button>
        <Reasons one={{ ...one, against: on ? one.against.filter(({ code }) => code !== 'on_it') : one.against }} />
        {one.comments && <q>{one.comments}</q>}
      </div>
    </li>
  )
}

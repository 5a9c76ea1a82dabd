import { useDebouncedValue } from '@mantine/hooks'
import { IconQuote } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { AssignAnyway } from '#app/features/suitability/assign-anyway.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { foldText } from '#server/engine/kernel/folded-text.pure.ts'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import classes from './picker.module.css'
import { Reasons } from './reasons.tsx'
import type { EditorShift } from './roster-rows.ts'
import { busyOnRoster, withStagedShifts } from './staged-suggestions.ts'
import { groupSuggestions } from './suggestion-groups.ts'
import type { Roster } from './use-roster.ts'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  roster: Roster
  shift: EditorShift
  /** Called with the chosen person; after confirmation for an unsuitable one. */
  onChoose: (one: Suggestion) => void
  onClose?: (() => void) | undefined
  autoFocus?: boolean
}

/**
 * Chooses a shift's person from one list, best first and with the reasons; typing narrows it, and Enter chooses. Anyone
 * can be assigned, an unsuitable person by a second press.
 */
export function PersonPicker({ roster, shift, onChoose, onClose, autoFocus }: Props) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [doubted, setDoubted] = useState<Suggestion | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const search = foldText(text.trim())
  const [asked] = useDebouncedValue(text.trim(), 300)
  const { fields, stored } = shift
  const found = useSuggestions(roster.editor.event.id, stored?.id ?? null, fields, true, asked)
  const busy = busyOnRoster(shift, roster.shifts)
  const groups = groupSuggestions(
    found.suggestions
      .filter(({ person, name }) => person !== fields.person && foldText(name).includes(search))
      .map((one) => withStagedShifts(one, busy)),
  )
  const offered = groups.flatMap(({ people }) => people)
  const pointed = offered[active]
  const choose = (one: Suggestion) => (one.fits ? onChoose(one) : setDoubted(one))
  const onKeyDown = (pressed: KeyboardEvent) => {
    // Keys of the roster below, such as arrows, do not apply here.
    pressed.stopPropagation()
    if (pressed.key === 'Escape' && onClose) onClose()
    else if (pressed.key === 'ArrowDown') setActive(Math.min(active + 1, offered.length - 1))
    else if (pressed.key === 'ArrowUp') setActive(Math.max(active - 1, 0))
    else if (pressed.key === 'Enter' && pointed && !pressed.repeat) choose(pointed)
    else if (pressed.key !== 'Enter') return
    pressed.preventDefault()
  }
  return (
    <div className={classes.picker} data-picker>
      <input
        // biome-ignore lint/a11y/noAutofocus: opens on a pressed shift, ready for the name.
        autoFocus={autoFocus}
        ref={input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={pointed && `${listId}-${pointed.person}`}
        aria-label="Person"
        placeholder={fields.person === null ? 'Type a name' : `Instead of ${roster.nameOf('people', fields.person)}`}
        autoComplete="off"
        value={text}
        onKeyDown={onKeyDown}
        onChange={(change) => {
          setText(change.currentTarget.value)
          setActive(0)
          setDoubted(null)
        }}
      />
      <div id={listId} role="listbox" aria-label="People" className={classes.options}>
        {groups.map(({ title, people }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be part of a list box.
          <div key={title} role="group" aria-label={title}>
            <div className={`muted ${classes.heading}`} aria-hidden>
              {title}
            </div>
            {people.map((one) => (
              <Option
                key={one.person}
                id={`${listId}-${one.person}`}
                one={one}
                active={one === pointed}
                onChoose={() => choose(one)}
              />
            ))}
          </div>
        ))}
      </div>
      {doubted && (
        <AssignAnyway
          key={doubted.person}
          doubts={[{ name: doubted.name, against: doubted.against.map(({ words }) => words) }]}
          onAssign={() => onChoose(doubted)}
          onBack={() => {
            setDoubted(null)
            input.current?.focus()
          }}
        />
      )}
      {offered.length === 0 && (
        <p role="status">
          {found.failed ? 'The list could not be loaded.' : found.loading ? 'Looking for people…' : 'No results'}
        </p>
      )}
      {found.more > 0 && <p>Type a name to find {found.more} more.</p>}
    </div>
  )
}

function Option({ id, one, active, onChoose }: { id: string; one: Suggestion; active: boolean; onChoose: () => void }) {
  return (
    <button
      id={id}
      ref={(option) => {
        if (active) option?.scrollIntoView({ block: 'nearest' })
      }}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={onChoose}
    >
      <Avatar name={one.name} src={one.avatar} size={30} />
      <span className="fill">
        <b>{one.name}</b>
        <Reasons one={one} />
        {one.comments && (
          <q>
            <IconQuote size={12} aria-hidden />
            {one.comments}
          </q>
        )}
      </span>
      {!one.fits && <em>Assign anyway…</em>}
    </button>
  )
}

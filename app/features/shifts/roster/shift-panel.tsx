import { Button, Textarea } from '@mantine/core'
import { IconArrowRight, IconArrowsMove, IconTrash } from '@tabler/icons-react'
import { OptionSelect } from '#app/collections/option-select.tsx'
import { DidTheyGetIt } from '#app/features/deliveries/did-they-get-it.tsx'
import type { TimeRequest } from '#server/requests/times/contract.ts'
import type { RosterNames, ShiftFields } from '#server/shifts/roster-editor/contract.ts'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import type { WaitingPerson } from '#server/waiting/contract.ts'
import { AskedFor } from './asked-for.tsx'
import { ConflictAlert } from './conflict-alert.tsx'
import { shiftDifferences } from './differences.ts'
import { FindCover } from './find-cover.tsx'
import classes from './panel.module.css'
import { PanelFrame } from './panel-frame.tsx'
import { PersonField } from './person-field.tsx'
import { Publication } from './publication.tsx'
import { rowName } from './roster-row.tsx'
import type { EditorShift } from './roster-rows.ts'
import { ShiftAnswer } from './shift-answer.tsx'
import type { Roster } from './use-roster.ts'
import { WaitingPeople } from './waiting-people.tsx'
import { formatMoment, formatWall } from './wall.ts'
import { WallInput } from './wall-input.tsx'

type Props = {
  shift: EditorShift
  roster: Roster
  timeFormat: string
  timeRequest: TimeRequest | undefined
  waiting: readonly WaitingPerson[]
  onClose: () => void
  onNext: (() => void) | null
  /** Assigns a person to the shift and continues with the next open one. */
  onChoose: (one: Suggestion) => void
  /** Opens the choice of a person at the shift; without it, the panel has the choice. */
  onPick?: (() => void) | undefined
  onMove: () => void
}

const RELATIONS = [
  ['assignment', 'assignments', 'Assignment'],
  ['role', 'roles', 'Role'],
  ['location', 'locations', 'Location'],
] as const satisfies readonly (readonly [keyof ShiftFields, keyof RosterNames, string])[]

const AGREED = [
  ['modified_start', 'start', 'Arrives at'],
  ['modified_end', 'end', 'Leaves at'],
] as const

/** Changes are staged; publishing happens immediately. */
export function ShiftPanel({
  shift,
  roster,
  timeFormat,
  timeRequest,
  waiting,
  onClose,
  onNext,
  onChoose,
  onPick,
  onMove,
}: Props) {
  const { key, stored, state, fields, published } = shift
  const removed = state === 'removed'
  const messages = roster.messages[key] ?? {}
  const change = (patch: Partial<ShiftFields>) => {
    roster.step(stored ? { do: 'change', record: stored, patch } : { do: 'change-new', key, patch })
    roster.touched(key, 'start' in patch ? ['start', 'end'] : Object.keys(patch))
  }
  const remove = () => {
    roster.remove(key)
    onClose()
  }
  const wasName = (field: 'person' | (typeof RELATIONS)[number][0], collection: keyof RosterNames) =>
    stored && stored[field] !== fields[field]
      ? `Was ${roster.nameOf(collection, stored[field]) || 'no one'}`
      : undefined
  const wasTime = (edge: 'start' | 'end') =>
    stored && stored[edge] !== fields[edge] ? `Was ${formatMoment(stored[edge], roster.formats)}` : undefined

  return (
    <PanelFrame title={rowName(roster, fields)} onClose={onClose}>
      {stored && roster.conflicts.shifts.has(stored.id) && (
        <ConflictAlert
          what="shift"
          by={roster.authorOf('shifts', stored.id)}
          differences={shiftDifferences(roster.staging.shifts.bases[stored.id] ?? stored, stored, {
            nameOf: roster.nameOf,
            ...roster.formats,
          })}
          onKeep={() => roster.keepMine(stored)}
          onTake={() => roster.takeTheirs(stored.id)}
        />
      )}
      {removed ? (
        <>
          <p className={classes.removed}>This shift is removed when you save.</p>
          <Button variant="light" onClick={() => stored && roster.step({ do: 'restore', id: stored.id })}>
            Undo
          </Button>
        </>
      ) : (
        <>
          <PersonField
            roster={roster}
            shift={shift}
            error={messages.person}
            was={wasName('person', 'people')}
            onChoose={onChoose}
            onClear={() => roster.assign(key, null)}
            onPick={onPick}
          />
          {stored?.person === fields.person && <AskedFor request={timeRequest} />}
          {stored && state === 'kept' && stored.answer !== null && (
            <ShiftAnswer
              key={stored.id}
              shift={stored.id}
              answer={stored.answer}
              stamp={stored.version}
              name={roster.nameOf('people', stored.person)}
            />
          )}
          {stored && state === 'kept' && waiting.length > 0 && (
            <WaitingPeople waiting={waiting} shift={published && fields.person === null ? stored.id : null} />
          )}
          {stored && state === 'kept' && published && fields.person === null && (
            <FindCover key={stored.id} shift={stored.id} stamp={stored.version} />
          )}
          {RELATIONS.filter(([field]) => field !== 'role' || roster.editor.has_roles).map(
            ([field, collection, label]) => (
              <OptionSelect
                key={`${key}-${field}`}
                collection={collection}
                label={label}
                placeholder={field === 'location' ? 'Same as event' : 'None'}
                value={fields[field]}
                chosen={roster.nameOf(collection, fields[field])}
                onChange={(id, name) => {
                  roster.remember(collection, id, name)
                  change({ [field]: id })
                }}
                error={messages[field]}
                description={wasName(field, collection)}
              />
            ),
          )}
          <WallInput
            label="Start"
            value={fields.start}
            onChange={(start) => change({ start })}
            error={messages.start}
            was={wasTime('start')}
          />
          <WallInput
            label="End"
            value={fields.end}
            onChange={(end) => change({ end })}
            error={messages.end}
            was={wasTime('end')}
          />
          {fields.person !== null &&
            AGREED.map(([field, edge, label]) => (
              <WallInput
                key={`${key}-${field}`}
                label={label}
                value={fields[field] ?? fields[edge]}
                onChange={(wall) => change({ [field]: wall === fields[edge] ? null : wall })}
                error={messages[field]}
                was={
                  fields[field]
                    ? `The shift ${edge === 'start' ? 'starts' : 'ends'} ${formatWall(fields[edge], timeFormat)}`
                    : undefined
                }
              />
            ))}
          <Textarea
            label="Note"
            value={fields.notes}
            onChange={(event) => change({ notes: event.currentTarget.value })}
            error={messages.notes}
            autosize
            minRows={2}
            maxRows={8}
          />
          {stored && state === 'kept' && published && fields.person !== null && (
            <DidTheyGetIt person={fields.person} shift={stored.id} />
          )}
          {stored && (
            <Publication
              event={roster.editor.event.id}
              about={roster.about}
              shift={shift}
              disabled={state !== 'kept'}
            />
          )}
        </>
      )}
      <footer>
        {onNext && (
          <Button variant="light" rightSection={<IconArrowRight size={16} aria-hidden />} onClick={onNext}>
            Next open shift
          </Button>
        )}
        {!removed && fields.person !== null && (
          <Button variant="default" leftSection={<IconArrowsMove size={16} aria-hidden />} onClick={onMove}>
            Move to another shift
          </Button>
        )}
        {!removed && (
          <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
            Remove shift
          </Button>
        )}
      </footer>
    </PanelFrame>
  )
}

import { useDraggable, useDroppable } from '@dnd-kit/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconCircleDotFilled,
  IconCloudOff,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import type { Names } from '#server/shifts/roster-editor/contract.ts'
import { Avatar } from '../../ui/person-chip.tsx'
import type { Icon } from '../../ui/section-card.tsx'
import { type Duty, HERE, type Place } from './duties.ts'
import classes from './place.module.css'
import { formatSpan, formatWall } from './wall.ts'

type Props = {
  place: Place
  duty: Duty
  nameOf: (collection: keyof Names, id: number | null) => string
  timeFormat: string
  selected: boolean
  /** Why it needs another look: a refused field, or somebody else's change. */
  problem?: string
  /** Somebody is about to be put down: pressing the place puts them here. */
  carrying: string | null
  onSelect: () => void
  onUndo: () => void
}

/**
 * One place of a duty. Solid = published, diagonal stripes = not published; green edge = new, blue edge and dot = changed,
 * struck through = removed; dashed = nobody yet. Each is said in words too.
 */
export function PlaceCard({ place, duty, nameOf, timeFormat, selected, problem, carrying, onSelect, onUndo }: Props) {
  const { setNodeRef, isOver } = useDroppable({ id: place.key, disabled: place.state === 'removed' })
  const { person, start, end } = place.fields
  const open = person === null
  const name = open ? 'Open' : nameOf('people', person)
  const [Glyph, words, tone] = lineOf(place, { nameOf, timeFormat, problem })
  const {
    setNodeRef: setCarryRef,
    listeners,
    isDragging,
  } = useDraggable({
    id: `from-${place.key}`,
    disabled: open || place.state === 'removed',
    data: { person, name, from: place.key },
  })
  const ownTime = start !== duty.start || end !== duty.end
  return (
    <li
      ref={(node) => {
        setNodeRef(node)
        setCarryRef(node)
      }}
      {...listeners}
      data-dragging={isDragging || undefined}
      data-clash={(place.clash !== null && place.state !== 'removed') || undefined}
      data-over={isOver || undefined}
      className={classes.place}
      data-state={place.state}
      data-open={open || undefined}
      data-draft={!place.published || undefined}
      data-selected={selected || undefined}
      data-problem={problem !== undefined || undefined}
    >
      {open ? (
        <span className={classes.plus}>
          <IconPlus size={16} aria-hidden />
        </span>
      ) : (
        <Avatar name={name} size={28} />
      )}
      <button
        type="button"
        className={classes.choose}
        aria-pressed={selected}
        onClick={onSelect}
        data-place={place.key}
        aria-description={carrying ? `Puts ${carrying} here` : undefined}
      >
        <span className={classes.name}>{name}</span>
        <span className={classes.sub} data-tone={tone}>
          <Glyph size={13} stroke={2.2} aria-hidden />
          <span>
            {words}
            {ownTime && place.state !== 'removed' && ` · ${formatSpan(start, end, timeFormat)}`}
          </span>
        </span>
        {open && place.state !== 'removed' && (
          <span className={classes.assign}>{carrying ? 'Put here' : 'Assign'}</span>
        )}
      </button>
      {(place.state === 'removed' || place.state === 'changed') && (
        <button
          type="button"
          className={classes.undo}
          onClick={onUndo}
          aria-label={`Undo: ${name}, ${words.toLowerCase()}`}
        >
          Undo
        </button>
      )}
    </li>
  )
}

type Line = readonly [icon: Icon, words: string, tone?: 'green' | 'brand' | 'red']

function lineOf(place: Place, { nameOf, timeFormat, problem }: Pick<Props, 'nameOf' | 'timeFormat' | 'problem'>): Line {
  if (problem) return [IconAlertTriangle, problem, 'red']
  if (place.state === 'removed') return [IconTrash, 'Removed']
  if (place.clash !== null)
    return [
      IconAlertTriangle,
      place.clash === HERE ? 'Twice at this time' : `Clash: ${place.clash || 'Untitled Event'}`,
      'red',
    ]
  if (place.state === 'new') return [IconPlus, 'New, not saved', 'green']
  if (place.state === 'changed') return [IconCircleDotFilled, changeOf(place, nameOf, timeFormat), 'brand']
  if (!place.published) return [IconCloudOff, 'Not published']
  return place.fields.person === null ? [IconCircleDashed, 'Nobody yet'] : [IconCheck, 'Published', 'green']
}

/** What is different, in the fewest words. */
function changeOf({ stored, fields }: Place, nameOf: Props['nameOf'], timeFormat: string): string {
  if (!stored) return 'Changed'
  if (stored.person !== fields.person)
    return stored.person === null ? 'Assigned, not saved' : `Was ${nameOf('people', stored.person)}`
  if (stored.start !== fields.start) return `Now from ${formatWall(fields.start, timeFormat)}`
  if (stored.end !== fields.end) return `Now until ${formatWall(fields.end, timeFormat)}`
  return 'Changed, not saved'
}

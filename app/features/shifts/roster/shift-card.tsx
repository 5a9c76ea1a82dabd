import { useDraggable, useDroppable } from '@dnd-kit/core'
import {
  IconAlertTriangle,
  IconCalendarExclamation,
  IconCalendarOff,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleDotFilled,
  IconCloudOff,
  IconPlus,
  IconShieldX,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ANSWER_MARKS, answerText } from '#app/features/answers/answer-mark.tsx'
import { listedAnswer, type Standing } from '#app/features/answers/listed-answer.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { OUTSIDE } from '#app/ui/outside-mark.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { personTimes } from '#server/shift-facts/times/rules.ts'
import type { RosterNames } from '#server/shifts/roster-editor/contract.ts'
import { unfitWords } from '#server/suitability/missing/rules.ts'
import { answerOf, type EditorShift, HERE, isUnfit, type RosterRow } from './roster-rows.ts'
import classes from './shift.module.css'
import { formatSpanAt, formatWall, type WallFormats } from './wall.ts'

type Props = {
  shift: EditorShift
  row: RosterRow
  isOff: boolean
  nameOf: (collection: keyof RosterNames, id: number | null) => string
  formats: WallFormats
  selected: boolean
  /** Why it needs attention: a refused field, or someone else's change. */
  problem: string | undefined
  /** Name of the picked-up person; pressing the shift assigns them. */
  carrying: string | null
  onSelect: () => void
  onUndo: () => void
  picker?: ReactNode
}

/**
 * One shift of a row. Solid = published, diagonal stripes = not published; green edge = new, blue edge and dot =
 * changed, struck through = removed; dashed = open; the sign on the face = the answer. Text repeats each sign.
 */
export function ShiftCard({
  shift,
  row,
  isOff,
  nameOf,
  formats,
  selected,
  problem,
  carrying,
  onSelect,
  onUndo,
  picker,
}: Props) {
  const { setNodeRef, isOver } = useDroppable({ id: shift.key, disabled: isOff || shift.state === 'removed' })
  const { shortDay } = useDateFormats()
  const { person } = shift.fields
  const { start, end } = personTimes(shift.fields)
  const open = person === null
  const name = open ? 'Open' : nameOf('people', person)
  const [Glyph, words, tone] = isOff ? CALLED_OFF : statusLine(shift, { nameOf, formats, problem })
  const answer = isOff ? null : answerWords(shift)
  const {
    setNodeRef: setCarryRef,
    listeners,
    isDragging,
  } = useDraggable({
    id: `from-${shift.key}`,
    disabled: isOff || open || shift.state === 'removed',
    data: { person, name, from: shift.key },
  })
  const ownTime = (shift.outside && !isOff) || start !== row.start || end !== row.end
  return (
    <li
      ref={(node) => {
        setNodeRef(node)
        setCarryRef(node)
      }}
      {...listeners}
      data-dragging={isDragging || undefined}
      data-clash={(shift.clash !== null && shift.state !== 'removed') || undefined}
      data-unfit={isUnfit(shift) || undefined}
      data-over={isOver || undefined}
      className={`row ${classes.shift}`}
      data-state={shift.state}
      data-open={open || undefined}
      data-draft={!shift.published || undefined}
      data-selected={selected || undefined}
      data-problem={problem !== undefined || undefined}
    >
      {open ? (
        <span className={classes.plus}>{!isOff && <IconPlus size={16} aria-hidden />}</span>
      ) : (
        <span className={classes.face}>
          <Avatar name={name} size={28} />
          {!isOff && <AnswerSign shift={shift} />}
        </span>
      )}
      <button
        type="button"
        className={`fill ${classes.choose}`}
        aria-pressed={selected}
        onClick={onSelect}
        data-shift={shift.key}
        aria-description={carrying ? `Puts ${carrying} here` : undefined}
      >
        <span className={classes.name}>{isOff ? <s>{name}</s> : name}</span>
        <span className={`muted ${classes.sub}`} data-tone={tone}>
          {Glyph && <Glyph size={13} stroke={2.2} aria-hidden />}
          <span>
            {words}
            {answer && answer !== words && ` · ${answer}`}
            {ownTime &&
              shift.state !== 'removed' &&
              ` · ${formatSpanAt(start, end, shift.outside ? '' : row.start, formats)}`}
          </span>
        </span>
        {shift.unfit && isUnfit(shift) && (
          <span className={`muted ${classes.sub}`} data-tone="red">
            <IconShieldX size={13} stroke={2.2} aria-hidden />
            <span>{unfitWords(shift.unfit, shortDay)}</span>
          </span>
        )}
        {open && !isOff && shift.state !== 'removed' && (
          <span className={classes.assign}>{carrying ? 'Put here' : 'Assign'}</span>
        )}
      </button>
      {(shift.state === 'removed' || shift.state === 'changed') && (
        <button
          type="button"
          className={classes.undo}
          onClick={onUndo}
          aria-label={`Undo: ${name}, ${words.toLowerCase()}`}
        >
          Undo
        </button>
      )}
      {picker}
    </li>
  )
}

function AnswerSign({ shift }: { shift: EditorShift }) {
  const standing = standingOf(shift)
  if (!standing) return null
  const { icon: Sign, tone } = ANSWER_MARKS[standing.state].coordinator
  return (
    <span className={classes.sign} data-tone={tone} aria-hidden>
      <Sign size={12} stroke={2.4} />
    </span>
  )
}

/** State of the stored shift while its person has not been changed; null once they have, or without a state. */
function standingOf(shift: EditorShift): Standing | null {
  const { stored, fields, state } = shift
  if (!stored || state === 'removed' || stored.person !== fields.person) return null
  return listedAnswer({ ...stored, answer: answerOf(shift), begun: false })
}

const answerWords = (shift: EditorShift): string | null => {
  const standing = standingOf(shift)
  return standing && answerText({ ...standing, reader: 'coordinator' })
}

/** The icon is null where the sign on the face shows it. */
type Line = readonly [icon: Icon | null, words: string, tone?: Tone]

const CALLED_OFF: Line = [IconCalendarOff, 'Called off']

function statusLine(
  shift: EditorShift,
  { nameOf, formats, problem }: Pick<Props, 'nameOf' | 'formats' | 'problem'>,
): Line {
  if (problem) return [IconAlertTriangle, problem, 'red']
  if (shift.state === 'removed') return [IconTrash, 'Removed']
  if (shift.clash !== null)
    return [IconAlertTriangle, shift.clash === HERE ? 'Twice at this time' : `Clash: ${eventName(shift.clash)}`, 'red']
  if (shift.outside) return [IconCalendarExclamation, OUTSIDE, 'red']
  if (shift.state === 'new') return [IconPlus, 'New, not saved', 'green']
  if (shift.state === 'changed')
    return [IconCircleDotFilled, describeChange(shift, nameOf, formats.timeFormat), 'brand']
  if (!shift.published) return [IconCloudOff, 'Not published']
  const standing = standingOf(shift)
  if (standing) {
    const { icon, tone } = ANSWER_MARKS[standing.state].coordinator
    return [shift.fields.person === null ? icon : null, answerWords(shift) ?? '', tone]
  }
  return shift.fields.person === null ? [IconCircleDashed, 'No one yet'] : [IconCircleCheck, 'Published', 'green']
}

function describeChange({ stored, fields }: EditorShift, nameOf: Props['nameOf'], timeFormat: string): string {
  if (!stored) return 'Changed'
  if (stored.person !== fields.person)
    return stored.person === null ? 'Assigned, not saved' : `Was ${nameOf('people', stored.person)}`
  if (stored.start !== fields.start) return `Now from ${formatWall(fields.start, timeFormat)}`
  if (stored.end !== fields.end) return `Now until ${formatWall(fields.end, timeFormat)}`
  return 'Changed, not saved'
}

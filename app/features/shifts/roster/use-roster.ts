import { useBeforeUnload, useRevalidator } from '@remix-run/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import type { Messages, Step } from '#app/collections/changeset.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { useChangeset } from '#app/collections/use-changeset.ts'
import { usePublishedNotice } from '#app/features/publishing/use-publish.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import { useLeaveGuard } from '#app/ui/use-leave-guard.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { eventName, isEventOff } from '#server/shift-facts/event.pure.ts'
import type {
  EventFields,
  RosterConflict,
  RosterEditor,
  RosterNames,
  RosterPerson,
  RosterSaved,
  ShiftFields,
  StoredShift,
} from '#server/shifts/roster-editor/contract.ts'
import type { Held, Unfit } from '#server/suitability/missing/rules.ts'
import { judgeStaged } from './judge-staged.ts'
import { type EditorShift, editorShifts } from './roster-rows.ts'
import {
  changeCount,
  eventChange,
  NO_CHANGES,
  type RosterStep,
  rosterConflicts,
  rosterEditOf,
  type Staging,
  stageRoster,
} from './staging.ts'
import {
  dateOf,
  dayText,
  distanceText,
  formatMoment,
  formatWall,
  isMoved,
  isWallTime,
  type WallFormats,
} from './wall.ts'

export type Roster = ReturnType<typeof useRoster>

const CONFLICT =
  'Nothing is saved yet: someone else changed the marked shifts. Keep yours or take theirs, then save again.'

export function useRoster(editor: RosterEditor) {
  const { event } = editor
  const notifies = useRef<NotificationPreview | null>(null)
  const offerUndo = usePublishedNotice()
  const [statusText, setStatusText] = useState('')
  const [notice, setNotice] = useState<string>()
  const [dismissed, setDismissed] = useState<object | null>(null)
  const [picked, setPicked] = useState<Partial<RosterNames>>({})
  const [pickedPeople, setPickedPeople] = useState<Record<number, RosterPerson>>({})
  const [corrected, setCorrected] = useState<ReadonlySet<string>>(new Set())
  const [leavesShifts, setLeavesShifts] = useState(false)
  const { offer } = useUndo()
  const {
    staged: staging,
    refusal,
    setRefusal,
    saving,
    save: saveBody,
    step: stageSteps,
    finalStep,
    discard,
    canUndo,
    undo,
  } = useChangeset<Staging, RosterStep, RosterConflict>({
    path: `/api/events/${event.id}/roster`,
    nothing: NO_CHANGES,
    stage: stageRoster,
    onSaved: (answer) => {
      const { published, moved } = answer as RosterSaved
      setStatusText(published ? 'Saved and published' : 'Saved')
      setLeavesShifts(false)
      if (moved)
        offer(`The event and ${countText(moved.shifts, 'shift')} moved.`, {
          collection: 'events',
          token: moved.undo.token,
        })
      if (published) offerUndo(published, notifies.current)
    },
  })
  const count = changeCount(staging)
  const conflicts = rosterConflicts(staging, editor)
  const step = (...steps: Step<ShiftFields>[]) => stageSteps(...steps.map((shifts) => ({ shifts })))

  // Drops staged changes of shifts that someone else removed, whether a save or a reload reveals it.
  const goneKey = conflicts.gone.join()
  useEffect(() => {
    if (!goneKey) return
    finalStep({ shifts: { do: 'take-theirs', ids: goneKey.split(',').map(Number) } })
    setNotice('Someone else removed a shift that you changed, so that change is discarded. The rest is not saved yet.')
  }, [goneKey, finalStep])

  // Loads others' changes when the window gets the focus. Not under unsaved ones: an ended session would navigate away
  // from them, and saving them reveals a conflict.
  const { revalidate } = useRevalidator()
  const isUnchanged = count === 0
  useEffect(() => {
    if (!isUnchanged) return
    const look = () => document.visibilityState === 'visible' && revalidate()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [isUnchanged, revalidate])

  /** Hides the last refusal, but keeps the author of the conflict. */
  const dismiss = () => {
    setDismissed(refusal)
    setNotice(undefined)
  }
  const clearRefusal = () => {
    setRefusal(null)
    setNotice(undefined)
  }
  /** @returns whether it is stored. */
  const save = async (publish: boolean, willNotify: NotificationPreview | null = null): Promise<boolean> => {
    if (saving || (!count && !publish)) return false
    notifies.current = willNotify
    setNotice(undefined)
    setStatusText('')
    setCorrected(new Set())
    return saveBody(editOf(publish))
  }
  useBeforeUnload((leaving) => {
    if (count) leaving.preventDefault()
  })
  const own = [paths.eventShifts(event.id), paths.eventEdit(event.id)]
  const leaveGuard = useLeaveGuard(
    ({ nextLocation }) => count > 0 && !own.includes(nextLocation.pathname.replace(/\/$/, '')),
  )

  const touched = (row: string, fields: readonly string[]) => {
    setStatusText('')
    setCorrected((before) => new Set([...before, ...fields.map((field) => `${row}.${field}`)]))
  }
  const messages = useMemo(() => uncorrected(refusal?.messages ?? {}, corrected), [refusal, corrected])

  const formats = useDateFormats()
  const { isPast } = formats
  const isJudged = !isEventOff(event) && !isPast(event.end)
  /**
   * Returns the obstacle of a staged shift's person.
   * @param held their competencies, where they are not on the roster yet.
   */
  const judge = (shift: ShiftFields, held?: Held): Unfit | null => {
    const known = { ...editor.people, ...pickedPeople }
    const people = held && shift.person !== null ? { ...known, [shift.person]: { inactive: false, held } } : known
    return isJudged ? judgeStaged(shift, { ...editor, people }) : null
  }
  const storedEvent = { ...event.fields, id: event.id, version: event.version }
  const fields = { ...event.fields, ...eventChange(staging)?.fields }
  const toMove = isMoved(event.fields, fields)
    ? editor.shifts.filter(
        ({ id, begun }) => !begun && !(id in staging.shifts.removed) && !staging.shifts.changed[id]?.fields.start,
      ).length
    : 0
  const movesShifts = toMove > 0 && !leavesShifts
  const begunGiven = editor.shifts.filter(({ id, begun, person }) => {
    const staged = staging.shifts.changed[id]?.fields.person
    return begun && person !== null && (id in staging.shifts.removed || (staged !== undefined && staged !== person))
  })
  const editOf = (publish: boolean) => rosterEditOf(staging, publish, movesShifts)
  const shifts = editorShifts(
    editor.shifts,
    staging.shifts,
    { start: fields.start, end: fields.end, from: movesShifts ? event.fields.start : null },
    judge,
  )
  const changeEvent = (patch: Partial<EventFields>) =>
    stageSteps({ events: { do: 'change', record: storedEvent, patch } })
  const beyond = staging.shifts.added
    .flatMap(({ fields: { end } }) => (isWallTime(end) && end > event.fields.end ? [end] : []))
    .sort()
  const last = beyond.at(-1) ?? ''
  const findShift = (key: string) => shifts.find((shift) => shift.key === key)

  return {
    editor,
    /** The reader's. */
    formats: formats as WallFormats,
    staging,
    step,
    shifts,
    eventFields: fields,
    about: `${eventName(fields.name)}, ${dayText(fields.start, formats)}`,
    /** Usual length of events of its type in minutes; null while another type is staged. */
    usualMinutes: eventChange(staging)?.fields.eventtype === undefined ? editor.usual_minutes : null,
    changeEvent,
    restoreEvent: () => stageSteps({ events: { do: 'restore', id: event.id } }),
    isEventChanged: eventChange(staging) !== null,
    takenFrom: begunGiven.map(({ person }) => editor.names.people[person ?? 0] ?? `No. ${person}`),
    editOf,
    /**
     * Number of stored shifts that could move with the event, the distance, and whether they move; null while the event
     * stays.
     */
    withEvent:
      toMove > 0
        ? {
            shifts: toMove,
            distance: distanceText({ from: event.fields.start, to: fields.start }),
            moves: movesShifts,
            set: (moves: boolean) => setLeavesShifts(!moves),
          }
        : null,
    /**
     * Number of added shifts that end after the stored event, the last end, and whether to extend the event; null where
     * none does.
     */
    beyond:
      beyond.length > 0 && fields.start === event.fields.start
        ? {
            shifts: beyond.length,
            until:
              dateOf(last) === dateOf(event.fields.start)
                ? formatWall(last, formats.timeFormat)
                : formatMoment(last, formats),
            extends: fields.end >= last,
            set: (extend: boolean) => changeEvent({ end: extend ? last : event.fields.end }),
          }
        : null,
    count,
    messages,
    refusal: notice ?? (refusal && refusal !== dismissed ? refusalText(refusal) : undefined),
    conflicts,
    /** Author of the stored change that a staged one conflicts with, if the last save named them. */
    authorOf: (collection: RosterConflict['collection'], id: number) =>
      refusal?.conflicts.find((conflict) => conflict.collection === collection && conflict.id === id)?.by ?? null,
    statusText,
    say: setStatusText,
    canUndo,
    undo: () => {
      if (!canUndo) return
      undo()
      clearRefusal()
      setStatusText('Undone')
    },
    touched,
    save,
    saving,
    leaveGuard,
    nameOf: (collection: keyof RosterNames, id: number | null): string =>
      id === null ? '' : (picked[collection]?.[id] ?? editor.names[collection][id] ?? `No. ${id}`),
    remember: (collection: keyof RosterNames, id: number | null, name: string) => {
      if (id !== null) setPicked((before) => ({ ...before, [collection]: { ...before[collection], [id]: name } }))
    },
    rememberAll: ({ names, people }: { names: RosterNames; people?: Record<number, RosterPerson> }) => {
      setPickedPeople((before) => ({ ...people, ...before }))
      setPicked((before) =>
        Object.fromEntries(
          Object.entries(names).map(([collection, more]) => [
            collection,
            { ...before[collection as keyof RosterNames], ...more },
          ]),
        ),
      )
    },
    judge,
    /** Assigns a person to a shift, stored or new; null for none. @param held their competencies, where known. */
    assign: (key: string, person: number | null, name = '', held?: Held) => {
      const shift = findShift(key)
      if (!shift || shift.state === 'removed') return
      if (person !== null && held) setPickedPeople((before) => ({ ...before, [person]: { inactive: false, held } }))
      if (person !== null) setPicked((before) => ({ ...before, people: { ...before.people, [person]: name } }))
      step(personStep(shift, person))
      touched(key, ['person'])
    },
    /** Moves a person to another shift; its person takes theirs. */
    move: (from: string, to: string) => {
      const [a, b] = [findShift(from), findShift(to)]
      if (!a || !b || a === b || b.state === 'removed' || a.fields.person === null) return
      step(personStep(a, b.fields.person), personStep(b, a.fields.person))
      touched(from, ['person'])
      touched(to, ['person'])
    },
    remove: (key: string) => {
      const shift = findShift(key)
      if (!shift || shift.state === 'removed') return
      step(shift.stored ? { do: 'remove', record: shift.stored } : { do: 'remove-new', key })
    },
    keepMine: (record: StoredShift) => {
      finalStep({ shifts: { do: 'keep-mine', id: record.id, version: record.version, fields: record } })
      dismiss()
    },
    takeTheirs: (id: number) => {
      finalStep({ shifts: { do: 'take-theirs', ids: [id] } })
      dismiss()
    },
    keepMyEvent: () => {
      finalStep({ events: { do: 'keep-mine', id: event.id, version: event.version, fields: event.fields } })
      dismiss()
    },
    takeTheirEvent: () => {
      finalStep({ events: { do: 'take-theirs', ids: [event.id] } })
      dismiss()
    },
    discard: () => {
      discard()
      setLeavesShifts(false)
      clearRefusal()
      setStatusText('Changes discarded')
    },
  }
}

function refusalText({
  body,
  conflicts,
  messages,
}: {
  body: unknown
  conflicts: readonly RosterConflict[]
  messages: Messages
}) {
  if (conflicts.some(({ removed }) => !removed)) return CONFLICT
  if (conflicts.length) return undefined
  const general = Object.keys(messages).length ? undefined : firstMessage(body, [])
  return general ?? 'Not saved: please correct the marked fields.'
}

const uncorrected = (messages: Messages, corrected: ReadonlySet<string>): Messages =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([row, fields]) => {
      const left = Object.entries(fields).filter(([field]) => !corrected.has(`${row}.${field}`))
      return left.length ? [[row, Object.fromEntries(left)]] : []
    }),
  )

const personStep = (shift: EditorShift, person: number | null): Step<ShiftFields> =>
  shift.stored
    ? { do: 'change', record: shift.stored, patch: { person } }
    : { do: 'change-new', key: shift.key, patch: { person } }

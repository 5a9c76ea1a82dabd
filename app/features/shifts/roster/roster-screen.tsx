import { DndContext, DragOverlay, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconFilterOff } from '@tabler/icons-react'
import { useState } from 'react'
import { EventOffBand } from '#app/features/events/decide/event-off-band.tsx'
import { AssignAnyway } from '#app/features/suitability/assign-anyway.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Modal } from '#app/ui/modal.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { useKeys } from '#app/ui/use-keys.ts'
import type { TimeRequest } from '#server/requests/times/contract.ts'
import type { RosterEditor } from '#server/shifts/roster-editor/contract.ts'
import type { Suggestion } from '#server/shifts/suggestions/contract.ts'
import type { WaitingPerson } from '#server/waiting/contract.ts'
import { AddShifts } from './add-shifts.tsx'
import { CellPicker } from './cell-picker.tsx'
import { doubtsAbout } from './doubts.ts'
import { EmptyRoster } from './empty-roster.tsx'
import { EventPanel } from './event-panel.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { OffShift } from './off-shift.tsx'
import peopleClasses from './people-panel.module.css'
import { PeoplePanel, type PersonInHand } from './people-panel.tsx'
import classes from './roster.module.css'
import { RosterBar } from './roster-bar.tsx'
import { RosterFoot } from './roster-foot.tsx'
import { RosterHead } from './roster-head.tsx'
import { RosterRowCard } from './roster-row.tsx'
import { nextOpen, type RosterFilter, rosterRows } from './roster-rows.ts'
import { PartTabs, SideTabs } from './roster-tabs.tsx'
import { ShiftPanel } from './shift-panel.tsx'
import { useRoster } from './use-roster.ts'
import { focusShift, useRosterKeys } from './use-roster-keys.ts'

type Props = {
  editor: RosterEditor
  timeRequests: Record<number, TimeRequest>
  waiting: readonly WaitingPerson[]
  part: 'roster' | 'details'
}

/**
 * Edits an event and its shifts: the roster in the middle, the event or the selected shift beside it. On a narrow
 * screen the two are tabs with separate URLs, and a shift opens as a sheet.
 */
export function RosterScreen({ editor, timeRequests, waiting, part }: Props) {
  const roster = useRoster(editor)
  const { timeFormat, dateFormat, isPast, shortDay } = useDateFormats()
  const [filter, setFilter] = useState<RosterFilter>('all')
  const [selected, setSelected] = useState<string | null>(null)
  const [picking, setPicking] = useState<string | null>(null)
  const narrow = useMediaQuery('(max-width: 61.99em)') ?? false
  const rows = rosterRows(roster.shifts, filter)
  const [carried, setCarried] = useState<PersonInHand | null>(null)
  const [dragged, setDragged] = useState<PersonInHand | null>(null)
  const [doubted, setDoubted] = useState<{ hand: PersonInHand; key: string; against: string[] } | null>(null)
  const [supply, setSupply] = useState(false)
  const isOff = editor.called_off !== null
  const shown = part === 'details' ? 'details' : supply && !isOff ? 'people' : 'roster'
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves immediately scrolls; one that rests picks a person up.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const shift = roster.shifts.find(({ key }) => key === selected) ?? null
  const next = nextOpen(rosterRows(roster.shifts), selected)
  /** Opens a shift, and the choice of a person at it if it is open; a narrow screen has both in a sheet. */
  const pick = (key: string | null, replaces = false) => {
    const shift = roster.shifts.find((candidate) => candidate.key === key)
    setSelected(key)
    setPicking(shift && !isOff && shift.state !== 'removed' && (replaces || shift.fields.person === null) ? key : null)
  }
  const endPick = () => {
    const key = picking
    setPicking(null)
    requestAnimationFrame(() => focusShift(key))
  }
  const choose = (key: string, { person, name, held }: Suggestion) => {
    const wasOpen = roster.shifts.some((candidate) => candidate.key === key && candidate.fields.person === null)
    const following = wasOpen ? nextOpen(rosterRows(roster.shifts), key) : null
    roster.assign(key, person, name, held)
    if (following) return pick(following.key)
    setPicking(null)
    if (!narrow) requestAnimationFrame(() => focusShift(key))
  }
  const close = () => {
    setPicking(null)
    const key = selected
    setSelected(null)
    requestAnimationFrame(() => focusShift(key))
  }
  const select = (key: string) => {
    if (!carried) return pick(key)
    put(carried, key)
    setCarried(null)
  }
  const carry = (one: PersonInHand | null) => {
    setCarried(one)
    setSupply(false)
  }
  const place = ({ person, name, from, suggestion }: PersonInHand, key: string) =>
    from === undefined ? roster.assign(key, person, name, suggestion?.held) : roster.move(from, key)
  const put = (hand: PersonInHand, key: string) => {
    const to = roster.shifts.find((candidate) => candidate.key === key)
    const against = to && to.key !== hand.from ? doubtsAbout(hand, to, roster, shortDay) : []
    if (against.length) setDoubted({ hand, key, against })
    else place(hand, key)
  }
  const onKeyDown = useRosterKeys({
    ...{ roster, rows, isOff, select: setSelected },
    pick: narrow ? null : (key) => pick(key, true),
  })
  useKeys([
    ['Escape', () => (carried ? setCarried(null) : shift && close())],
    ['mod+Z', () => roster.undo()],
  ])
  const panel =
    shift && isOff ? (
      <OffShift key={shift.key} shift={shift} roster={roster} onClose={close} />
    ) : shift ? (
      <ShiftPanel
        key={shift.key}
        shift={shift}
        roster={roster}
        timeFormat={timeFormat}
        timeRequest={shift.stored ? timeRequests[shift.stored.id] : undefined}
        waiting={waiting.filter(({ assignment }) => assignment === shift.stored?.assignment)}
        onClose={close}
        onNext={next && (() => pick(next.key))}
        onChoose={(one) => choose(shift.key, one)}
        onPick={narrow ? undefined : () => pick(shift.key, true)}
        onMove={() => {
          const { person } = shift.fields
          if (person === null) return
          setCarried({ person, name: roster.nameOf('people', person), from: shift.key })
          close()
        }}
      />
    ) : null
  return (
    <DndContext
      id="roster"
      sensors={sensors}
      collisionDetection={pointerWithin}
      accessibility={{ screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => setDragged(active.data.current as PersonInHand)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        if (over && dragged) put(dragged, String(over.id))
        setDragged(null)
      }}
    >
      <div className={classes.page} data-part={shown}>
        <RosterHead roster={roster} timeFormat={timeFormat} dateFormat={dateFormat} />
        {isOff && (
          <div className={classes.off}>
            <EventOffBand
              event={{ ...editor.event, name: roster.eventFields.name, location: null }}
              isOver={isPast(editor.event.end)}
              calledOff={editor.called_off}
            />
          </div>
        )}
        <PartTabs event={editor.event.id} shown={shown} onSupply={isOff ? null : setSupply} />
        <div className={classes.body}>
          <div className={classes.main}>
            {!isOff && <RosterBar shifts={roster.shifts} filter={filter} onFilter={setFilter} />}
            {rows.length > 0 && (
              <ul className={`list ${classes.roster}`} aria-label="Roster" onKeyDown={onKeyDown}>
                {rows.map((row) => (
                  <RosterRowCard
                    waits={waiting.filter(({ assignment }) => assignment === row.assignment).length}
                    key={row.key}
                    row={row}
                    roster={roster}
                    isOff={isOff}
                    selected={selected}
                    carrying={carried?.name ?? null}
                    onSelect={select}
                    renderPicker={(shift, name) =>
                      !narrow &&
                      shift.key === picking && (
                        <CellPicker
                          key={shift.key}
                          roster={roster}
                          shift={shift}
                          name={name}
                          onChoose={(one) => choose(shift.key, one)}
                          onClose={endPick}
                        />
                      )
                    }
                  />
                ))}
              </ul>
            )}
            {roster.shifts.length === 0 && !isOff && <EmptyRoster roster={roster} />}
            {roster.shifts.length > 0 && rows.length === 0 && (
              <EmptyState
                icon={IconFilterOff}
                title="No shifts match this filter"
                text="Choose All above to see the whole roster."
              />
            )}
            {!isOff && <AddShifts roster={roster} />}
            {roster.shifts.length > 0 && !isOff && (
              <p className={`muted ${classes.keys}`}>
                <kbd>←</kbd> <kbd>↑</kbd> <kbd>↓</kbd> <kbd>→</kbd> to move, <kbd>↵</kbd> or a name to assign,{' '}
                <kbd>Del</kbd> to remove, <kbd>Ctrl Z</kbd> to undo, <kbd>Ctrl S</kbd> to save
              </p>
            )}
          </div>
          <aside className={classes.side}>
            {(!narrow && panel) || (
              <>
                {!narrow && !isOff && <SideTabs event={editor.event.id} part={part} />}
                {part === 'roster' && !isOff ? (
                  <PeoplePanel roster={roster} carried={carried} onCarry={carry} />
                ) : (
                  <EventPanel roster={roster} />
                )}
              </>
            )}
          </aside>
        </div>
        <div className={`row ${peopleClasses.carrying}`} role="status">
          {carried && `Choose a shift for ${carried.name}, or press Escape.`}
        </div>
        <RosterFoot roster={roster} />
        <Drawer.Root
          opened={narrow && shift !== null}
          onClose={close}
          position="bottom"
          size="auto"
          classNames={{ content: classes.sheet }}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label="Selected shift">{panel}</Drawer.Content>
        </Drawer.Root>
        <LeaveDialog roster={roster} />
        <Modal opened={doubted !== null} onClose={() => setDoubted(null)} title="Assign anyway?" centered>
          {doubted && (
            <AssignAnyway
              doubts={[{ name: doubted.hand.name, against: doubted.against }]}
              onAssign={() => {
                place(doubted.hand, doubted.key)
                setDoubted(null)
              }}
              onBack={() => setDoubted(null)}
            />
          )}
        </Modal>
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className={peopleClasses.ghost}>
            <Avatar name={dragged.name} size={26} />
            {dragged.name}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  )
}

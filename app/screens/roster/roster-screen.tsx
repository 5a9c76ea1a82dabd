import { DndContext, DragOverlay, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { Drawer } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconFilterOff, IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { RosterEditor } from '#server/shifts/roster-editor/contract.ts'
import { useViewer } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Avatar } from '../../ui/person-chip.tsx'
import { AddShifts } from './add-shifts.tsx'
import { EventPanel } from './event-panel.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
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

/**
 * Edits an event and its shifts: the roster in the middle, the event or the selected shift beside it. On a narrow screen the
 * two are tabs with their own addresses, and a shift opens as a sheet.
 */
export function RosterScreen({ editor, part }: { editor: RosterEditor; part: 'roster' | 'details' }) {
  const roster = useRoster(editor)
  const { timeFormat, dateFormat } = useViewer()?.settings ?? { timeFormat: 'HH:mm', dateFormat: 'ddd D MMM YYYY' }
  const [filter, setFilter] = useState<RosterFilter>('all')
  const [selected, setSelected] = useState<string | null>(null)
  const narrow = useMediaQuery('(max-width: 61.99em)') ?? false
  const rows = rosterRows(roster.shifts, filter)
  const [carried, setCarried] = useState<PersonInHand | null>(null)
  const [dragged, setDragged] = useState<PersonInHand | null>(null)
  const [supply, setSupply] = useState(false)
  const shown = part === 'details' ? 'details' : supply ? 'people' : 'roster'
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves immediately scrolls; one that rests picks a person up.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const shift = roster.shifts.find(({ key }) => key === selected) ?? null
  const next = nextOpen(rosterRows(roster.shifts), selected)
  const close = () => {
    const key = selected
    setSelected(null)
    requestAnimationFrame(() => focusShift(key))
  }
  const select = (key: string) => {
    if (!carried) return setSelected(key)
    put(carried, key)
    setCarried(null)
  }
  const carry = (one: PersonInHand | null) => {
    setCarried(one)
    setSupply(false)
  }
  const put = ({ person, name, from }: PersonInHand, key: string) =>
    from === undefined ? roster.assign(key, person, name) : roster.move(from, key)
  const onKeyDown = useRosterKeys({ roster, rows, select: setSelected, opensPanel: !narrow })
  useHotkeys([
    ['Escape', () => (carried ? setCarried(null) : shift && close())],
    ['mod+Z', () => roster.undo()],
  ])
  const panel = shift && (
    <ShiftPanel
      key={shift.key}
      shift={shift}
      roster={roster}
      timeFormat={timeFormat}
      onClose={close}
      onNext={next && (() => setSelected(next.key))}
      onMove={() => {
        const { person } = shift.fields
        if (person === null) return
        setCarried({ person, name: roster.nameOf('people', person), from: shift.key })
        close()
      }}
      sheet={narrow}
    />
  )
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
        <PartTabs event={editor.event.id} shown={shown} onSupply={setSupply} />
        <div className={classes.body}>
          <div className={classes.main}>
            <RosterBar shifts={roster.shifts} filter={filter} onFilter={setFilter} />
            {rows.length > 0 && (
              <ul className={classes.roster} aria-label="Roster" onKeyDown={onKeyDown}>
                {rows.map((row) => (
                  <RosterRowCard
                    key={row.key}
                    row={row}
                    roster={roster}
                    timeFormat={timeFormat}
                    selected={selected}
                    carrying={carried?.name ?? null}
                    onSelect={select}
                  />
                ))}
              </ul>
            )}
            {roster.shifts.length === 0 && (
              <EmptyState
                icon={IconUsersPlus}
                title="No shifts yet"
                text="Add the shifts that this event needs, then assign people. Only admins see them until you publish."
              />
            )}
            {roster.shifts.length > 0 && rows.length === 0 && (
              <EmptyState
                icon={IconFilterOff}
                title="No shifts match this filter"
                text="Choose All above to see the whole roster."
              />
            )}
            <AddShifts roster={roster} />
            {roster.shifts.length > 0 && (
              <p className={classes.keys}>
                <kbd>←</kbd> <kbd>↑</kbd> <kbd>↓</kbd> <kbd>→</kbd> to move, <kbd>↵</kbd> or a name to assign,{' '}
                <kbd>Del</kbd> to remove, <kbd>Ctrl Z</kbd> to undo, <kbd>Ctrl S</kbd> to save
              </p>
            )}
          </div>
          <aside className={classes.side}>
            {(!narrow && panel) || (
              <>
                {!narrow && <SideTabs event={editor.event.id} part={part} />}
                {part === 'roster' ? (
                  <PeoplePanel roster={roster} carried={carried} onCarry={carry} />
                ) : (
                  <EventPanel roster={roster} />
                )}
              </>
            )}
          </aside>
        </div>
        <div className={peopleClasses.carrying} role="status">
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

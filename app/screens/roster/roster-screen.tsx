import { DndContext, DragOverlay, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import { Drawer } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { IconFilterOff, IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { RosterEditor } from '#server/shifts/roster-editor/contract.ts'
import { useViewer } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Avatar } from '../../ui/person-chip.tsx'
import { AddPlaces } from './add-places.tsx'
import { dutiesOf, nextOpen, type RosterFilter } from './duties.ts'
import { DutyRow } from './duty-row.tsx'
import { EventPanel } from './event-panel.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import peopleClasses from './people-panel.module.css'
import { type Carried, PeoplePanel } from './people-panel.tsx'
import { PlacePanel } from './place-panel.tsx'
import classes from './roster.module.css'
import { RosterBar } from './roster-bar.tsx'
import { RosterFoot } from './roster-foot.tsx'
import { RosterHead } from './roster-head.tsx'
import { PartTabs, SideTabs } from './roster-tabs.tsx'
import { useRoster } from './use-roster.ts'
import { focusShift, useRosterKeys } from './use-roster-keys.ts'

/**
 * Event edit and shifts in one: the roster in the middle, the event or the selected place beside it. On a narrow screen the two
 * are tabs, by address, and a place opens as a sheet.
 */
export function RosterScreen({ editor, part }: { editor: RosterEditor; part: 'roster' | 'details' }) {
  const roster = useRoster(editor)
  const { timeFormat, dateFormat } = useViewer()?.settings ?? { timeFormat: 'HH:mm', dateFormat: 'ddd D MMM YYYY' }
  const [filter, setFilter] = useState<RosterFilter>('all')
  const [selected, setSelected] = useState<string | null>(null)
  const narrow = useMediaQuery('(max-width: 61.99em)') ?? false
  const duties = dutiesOf(roster.places, filter)
  const [carried, setCarried] = useState<Carried | null>(null)
  const [dragged, setDragged] = useState<Carried | null>(null)
  const [supply, setSupply] = useState(false)
  const shown = part === 'details' ? 'details' : supply ? 'people' : 'roster'
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger that moves at once scrolls; one that stays takes hold.
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )
  const place = roster.places.find(({ key }) => key === selected) ?? null
  const next = nextOpen(dutiesOf(roster.places), selected)
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
  const carry = (one: Carried | null) => {
    setCarried(one)
    setSupply(false)
  }
  const put = ({ person, name, from }: Carried, key: string) =>
    from === undefined ? roster.assign(key, person, name) : roster.move(from, key)
  const onKeyDown = useRosterKeys({ roster, rows: duties, select: setSelected, opensPanel: !narrow })
  useHotkeys([
    ['Escape', () => (carried ? setCarried(null) : place && close())],
    ['mod+Z', () => roster.undo()],
  ])
  const panel = place && (
    <PlacePanel
      key={place.key}
      place={place}
      roster={roster}
      timeFormat={timeFormat}
      onClose={close}
      onNext={next && (() => setSelected(next.key))}
      onMove={() => {
        const { person } = place.fields
        if (person === null) return
        setCarried({ person, name: roster.nameOf('people', person), from: place.key })
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
      onDragStart={({ active }) => setDragged(active.data.current as Carried)}
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
            <RosterBar places={roster.places} filter={filter} onFilter={setFilter} />
            {duties.length > 0 && (
              <ul className={classes.roster} aria-label="Roster" onKeyDown={onKeyDown}>
                {duties.map((duty) => (
                  <DutyRow
                    key={duty.key}
                    duty={duty}
                    roster={roster}
                    timeFormat={timeFormat}
                    selected={selected}
                    carrying={carried?.name ?? null}
                    onSelect={select}
                  />
                ))}
              </ul>
            )}
            {roster.places.length === 0 && (
              <EmptyState
                icon={IconUsersPlus}
                title="No shifts yet"
                text="Add the shifts that this event needs, then assign people. Only admins see them until you publish."
              />
            )}
            {roster.places.length > 0 && duties.length === 0 && (
              <EmptyState
                icon={IconFilterOff}
                title="No shifts match this filter"
                text="Choose All above to see the whole roster."
              />
            )}
            <AddPlaces roster={roster} />
            {roster.places.length > 0 && (
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
          opened={narrow && place !== null}
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

import { DndContext, DragOverlay, PointerSensor, useSensor, useSensors } from '@dnd-kit/core'
import { Drawer } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { Link } from '@remix-run/react'
import { IconFilterOff, IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { RosterEditor } from '#server/shifts/staging-contract.ts'
import { paths } from '../../paths.ts'
import { useViewer } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Face } from '../../ui/person-chip.tsx'
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
import { useRoster } from './use-roster.ts'

/**
 * Event edit and shifts in one (product decisions §4): the roster in the middle, the event or the selected place beside it.
 * On a narrow screen the two are tabs, by address, and a place opens as a sheet.
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
  const [side, setSide] = useState<'event' | 'people'>('event')
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  const place = roster.places.find(({ key }) => key === selected) ?? null
  const next = nextOpen(dutiesOf(roster.places), selected)
  const close = () => {
    const key = selected
    setSelected(null)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-place="${key}"]`)?.focus())
  }
  const select = (key: string) => {
    if (!carried) return setSelected(key)
    roster.assign(key, carried.person, carried.name)
    setCarried(null)
  }
  useHotkeys([['Escape', () => setCarried(null)]])
  const panel = place && (
    <PlacePanel
      key={place.key}
      place={place}
      roster={roster}
      timeFormat={timeFormat}
      onClose={close}
      onNext={next && (() => setSelected(next.key))}
      sheet={narrow}
    />
  )
  return (
    <DndContext
      id="roster"
      sensors={sensors}
      accessibility={{ screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => setDragged(active.data.current as Carried)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ over }) => {
        if (over && dragged) roster.assign(String(over.id), dragged.person, dragged.name)
        setDragged(null)
      }}
    >
      <div className={classes.page} data-part={part}>
        <RosterHead roster={roster} timeFormat={timeFormat} dateFormat={dateFormat} />
        <nav className={classes.parts} aria-label="Parts of this event">
          <Link
            to={paths.eventShifts(editor.event.id)}
            replace
            preventScrollReset
            aria-current={part === 'roster' ? 'page' : undefined}
          >
            Roster
          </Link>
          <Link
            to={paths.eventEdit(editor.event.id)}
            replace
            preventScrollReset
            aria-current={part === 'details' ? 'page' : undefined}
          >
            Details
          </Link>
        </nav>
        <div className={classes.body}>
          <div className={classes.main}>
            <RosterBar places={roster.places} filter={filter} onFilter={setFilter} />
            {duties.length > 0 && (
              <ul className={classes.roster} aria-label="Roster">
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
                title="No places yet"
                text="Add the duties that this event needs, then say who does them. Nobody sees them before you publish."
              />
            )}
            {roster.places.length > 0 && duties.length === 0 && (
              <EmptyState
                icon={IconFilterOff}
                title="Nothing under this filter"
                text="Choose All above to see the whole roster."
              />
            )}
            <AddPlaces roster={roster} />
          </div>
          <aside className={classes.side}>
            {(!narrow && panel) || (
              <>
                {!narrow && (
                  <div className={peopleClasses.tabs}>
                    <button type="button" aria-pressed={side === 'event'} onClick={() => setSide('event')}>
                      Event details
                    </button>
                    <button type="button" aria-pressed={side === 'people'} onClick={() => setSide('people')}>
                      People
                    </button>
                  </div>
                )}
                {side === 'people' && !narrow ? (
                  <PeoplePanel roster={roster} carried={carried} onCarry={setCarried} />
                ) : (
                  <EventPanel roster={roster} />
                )}
              </>
            )}
          </aside>
        </div>
        <div className={peopleClasses.carrying} role="status">
          {carried && `Choose a place for ${carried.name}, or press Escape.`}
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
          <Drawer.Content aria-label="Selected place">{panel}</Drawer.Content>
        </Drawer.Root>
        <LeaveDialog roster={roster} />
      </div>
      <DragOverlay dropAnimation={null}>
        {dragged && (
          <span className={peopleClasses.ghost}>
            <Face name={dragged.name} size={26} />
            {dragged.name}
          </span>
        )}
      </DragOverlay>
    </DndContext>
  )
}

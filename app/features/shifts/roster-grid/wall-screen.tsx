import { useRevalidator } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { GridEvent } from '#server/shifts/grid/contract.ts'
import { shiftsByCell } from './grid-cells.ts'
import type { GridProps } from './grid-screen.tsx'
import { RowLines } from './row-lines.tsx'
import { usePages } from './use-pages.ts'
import classes from './wall.module.css'

const REFRESH_MS = 60_000

/** The roster on a large screen: published shifts only. Reloads every minute and turns its pages automatically. */
export function WallScreen({ grid, now }: GridProps) {
  const when = useDateFormats()
  const site = useSite()
  const { revalidate } = useRevalidator()
  const { region, ...pages } = usePages()
  useEffect(() => {
    const timer = setInterval(revalidate, REFRESH_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  const published = { ...grid, shifts: grid.shifts.filter((shift) => shift.published) }
  const cells = shiftsByCell(published)
  const events = grid.events.filter(
    ({ id, end }) => Date.parse(end) > Date.parse(now) && published.shifts.some(({ event }) => event === id),
  )
  return (
    <div className={classes.wall}>
      <header>
        <h1>{site.name}</h1>
        {pages.pages > 1 && <Turning {...pages} />}
        <p className="num">
          {when.format(now, 'dddd D MMMM')}, {when.time(now)}
        </p>
      </header>
      {events.length === 0 && <p>Nothing scheduled in the coming days.</p>}
      <section className={classes.events} ref={region} aria-label="Roster">
        {events.map((event) => (
          <EventRoster key={event.id} event={event} rows={grid.rows} cells={cells} />
        ))}
      </section>
    </div>
  )
}

type EventRosterProps = { event: GridEvent; rows: GridProps['grid']['rows']; cells: ReturnType<typeof shiftsByCell> }

function EventRoster({ event, rows, cells }: EventRosterProps) {
  const when = useDateFormats()
  return (
    <section aria-label={`${eventName(event.name)}, ${when.dateTime(event.start)}`}>
      <h2>
        <span className="num">
          {when.short(event.start)}, {when.range(event.start, event.end)}
        </span>
        {eventName(event.name)}
      </h2>
      <RowLines event={event.id} rows={rows} cells={cells} here />
    </section>
  )
}

function Turning({ page, pages, stopped, stop, turn }: Omit<ReturnType<typeof usePages>, 'region'>) {
  return (
    <fieldset className={classes.turning} aria-label="Pages">
      <button type="button" aria-label="Previous page" onClick={() => turn(-1)}>
        <IconChevronLeft aria-hidden />
      </button>
      <span className="num">
        Page {page + 1} of {pages}
      </span>
      <button type="button" aria-label="Next page" onClick={() => turn(1)}>
        <IconChevronRight aria-hidden />
      </button>
      <button type="button" aria-pressed={stopped} aria-label="Stop changing pages" onClick={stop}>
        {stopped ? <IconPlayerPlay aria-hidden /> : <IconPlayerPause aria-hidden />}
      </button>
    </fieldset>
  )
}

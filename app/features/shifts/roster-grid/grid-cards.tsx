import { Link } from '@remix-run/react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { Grid } from '#server/shifts/grid/contract.ts'
import { EventSigns } from './event-signs.tsx'
import classes from './grid-cards.module.css'
import { shiftsByCell } from './grid-cells.ts'
import { RowLines } from './row-lines.tsx'

export function GridCards({ grid, now }: { grid: Grid; now: string }) {
  const when = useDateFormats()
  const cells = shiftsByCell(grid)
  return (
    <ul className={classes.cards}>
      {grid.events.map((event) => (
        <li key={event.id}>
          <Link to={paths.eventShifts(event.id)}>
            <DateTile parts={when.parts(event.start)} />
            <span>
              <b>{eventName(event.name)}</b>
              <small className="num">{when.range(event.start, event.end)}</small>
              {event.called_off ? (
                <StateBadge state="cancelled">Called off</StateBadge>
              ) : (
                <EventSigns event={event} shifts={grid.shifts.filter((shift) => shift.event === event.id)} now={now} />
              )}
            </span>
          </Link>
          <RowLines event={event.id} rows={grid.rows} cells={cells} answers isOff={event.called_off} />
        </li>
      ))}
    </ul>
  )
}

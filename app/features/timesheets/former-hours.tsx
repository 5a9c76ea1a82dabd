import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { hoursText } from '#app/ui/duration-text.ts'
import { Row, Rows } from '#app/ui/row.tsx'
import type { FormerHours } from '#server/shifts/hours/contract.ts'

export function FormerHoursList({ rows }: { rows: readonly FormerHours[] }) {
  const when = useDateFormats()
  return (
    <Rows>
      {rows.map((row) => (
        <Row
          key={row.id}
          lead={<DateTile parts={when.parts(row.start)} />}
          title={row.event_name}
          meta={
            <>
              <span className="num">
                {when.range(row.actual_start, row.actual_end)} · {hoursText(row.hours)}
              </span>
              {row.duty && ` · ${row.duty}`}
            </>
          }
        />
      ))}
    </Rows>
  )
}

import { Anchor } from '@mantine/core'
import { Link } from '@remix-run/react'
import { useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { Avatar } from '#app/ui/person-chip.tsx'
import type { SheetShift } from '#server/timesheets/contract.ts'
import { FormerDialog } from './former-dialog.tsx'
import { SheetState } from './sheet-state.tsx'
import classes from './timesheets.module.css'

export function SheetTable({
  shifts,
  label,
  withEvent,
}: {
  shifts: readonly SheetShift[]
  label: string
  withEvent?: boolean
}) {
  const when = useDateFormats()
  const [correcting, setCorrecting] = useState<SheetShift | null>(null)
  return (
    <>
      <table className={classes.table}>
        <caption className="unseen">{label}</caption>
        <thead className="unseen-phone">
          <tr>
            <th scope="col">Person</th>
            <th scope="col">Planned</th>
            <th scope="col">Signed in</th>
            <th scope="col">Signed out</th>
            <th scope="col">Hours</th>
          </tr>
        </thead>
        <tbody>
          {shifts.map((shift) => (
            <tr
              key={`${shift.id} ${shift.former}`}
              data-check={shift.state === 'forgotten' || shift.far_longer || undefined}
            >
              <th scope="row">
                <span className={`row ${classes.who}`}>
                  <Avatar name={shift.name} size={32} />
                  <span>
                    {shift.former !== null ? (
                      <Anchor
                        component="button"
                        type="button"
                        fz="inherit"
                        ta="start"
                        onClick={() => setCorrecting(shift)}
                      >
                        {shift.name}
                      </Anchor>
                    ) : (
                      <Link to={`${paths.timesheetRecords}?open=${shift.id}`}>{shift.name}</Link>
                    )}
                    <small>
                      {[shift.duty, withEvent && shift.event_name, shift.former !== null && 'no longer on this shift']
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </span>
                </span>
              </th>
              <td className="num" data-label="Planned">
                {when.range(shift.start, shift.end)}
              </td>
              <td className="num" data-label="Signed in">
                {shift.actual_start && when.time(shift.actual_start)}
              </td>
              <td className="num" data-label="Signed out">
                {shift.actual_end && when.time(shift.actual_end)}
              </td>
              <td>
                <SheetState shift={shift} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {correcting && <FormerDialog shift={correcting} onClose={() => setCorrecting(null)} />}
    </>
  )
}

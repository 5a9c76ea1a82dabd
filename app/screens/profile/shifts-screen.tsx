import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconCalendarCheck } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import type { OwnPage, OwnShiftRow } from './own-page.ts'
import { PageFoot } from './page-foot.tsx'
import classes from './profile.module.css'
import { ProfileTabs } from './tabs.tsx'

const HoursDialog = lazyPart(() => import('./hours-dialog.tsx').then((all) => ({ default: all.HoursDialog })))

/** The reader's shifts, latest first; the times of those that have started can be corrected. */
export function ShiftsScreen({ rows, now, ...page }: OwnPage<OwnShiftRow> & { now: string }) {
  const when = useDateFormats()
  const [editing, setEditing] = useState<OwnShiftRow | null>(null)
  const workedTime = (shift: OwnShiftRow) =>
    shift.actual_start
      ? `${when.time(shift.actual_start)} – ${shift.actual_end ? when.time(shift.actual_end) : 'not ended'}`
      : ''
  return (
    <>
      <ProfileTabs />
      <SectionCard title="Shifts" icon={IconCalendarCheck} count={page.count || undefined}>
        {page.count === 0 ? (
          <EmptyState
            icon={IconCalendarCheck}
            title="No shifts yet"
            text="Shifts that you are assigned to appear here."
          />
        ) : (
          <>
            <div className={classes.scroll}>
              <table className={classes.table}>
                <caption>Shifts</caption>
                <thead>
                  <tr>
                    <th scope="col">Event</th>
                    <th scope="col" aria-sort="descending">
                      Scheduled
                    </th>
                    <th scope="col">Worked</th>
                    <th scope="col">Hours</th>
                    <th scope="col">
                      <span className={classes.hidden}>Times</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((shift) => (
                    <tr key={shift.id}>
                      <td>
                        <Link to={paths.event(shift.event)}>{shift.name || 'Untitled Event'}</Link>
                        {shift.assignment && <div>{shift.assignment}</div>}
                      </td>
                      <td className="num">
                        {when.date(shift.start)}
                        <br />
                        {when.range(shift.start, shift.end)}
                      </td>
                      <td className="num" data-label="Worked">
                        {workedTime(shift)}
                      </td>
                      <td className="num" data-label="Hours">
                        {shift.hours?.toFixed(2)}
                      </td>
                      <td>
                        {shift.start <= now && (
                          <Button
                            variant="default"
                            h={36}
                            onClick={() => setEditing(shift)}
                            aria-label={`Edit the times of ${shift.name || 'Untitled Event'}, ${when.date(shift.start)}`}
                          >
                            Edit times
                          </Button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <PageFoot shown={rows.length} {...page} />
          </>
        )}
      </SectionCard>
      <Text size="sm" c="dimmed" mt="md">
        See your shifts in your own calendar:{' '}
        <Anchor component={Link} to={`${paths.settings}#calendar`} inherit underline="always">
          set up a subscription
        </Anchor>
        .
      </Text>
      {editing && (
        <Suspense>
          <HoursDialog key={editing.id} shift={editing} now={now} onClose={() => setEditing(null)} />
        </Suspense>
      )}
    </>
  )
}

import { useNavigate } from '@remix-run/react'
import dayjs from 'dayjs'
import { useMemo, useState } from 'react'
import type { Device } from '#app/http/device.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { useRoot, useSite } from '#app/shell/use-root.ts'
import { OncePageRuns } from '#app/ui/once-page-runs.tsx'
import type { CalendarAnswer } from '#server/calendar/contract.ts'
import type { Month } from '#server/calendar/month.pure.ts'
import { Agenda } from './agenda.tsx'
import classes from './calendar.module.css'
import { CalendarBar } from './calendar-bar.tsx'
import { ExternalChooser } from './external-chooser.tsx'
import { ExternalDialog } from './external-dialog-late.tsx'
import { ExternalProblems } from './external-problems.tsx'
import { type Item, toItems } from './items.ts'
import { MonthGrid } from './month-grid.tsx'
import { useSwipe } from './swipe.ts'
import { useExternal } from './use-external.ts'
import { useViews } from './use-views.ts'

/** Below the grid; phones never load it. */
const Legend = lazyPart(() => import('./legend.tsx').then((module) => ({ default: module.Legend })), { ahead: false })

type Props = Month & { answer: CalendarAnswer; admin: boolean; list: boolean; device: Device }

const monthName = (month: string) => dayjs(`${month}-01T12:00`).format('MMMM YYYY')

export function CalendarScreen({ answer, admin, list, device, month, previous, next, today, weeks }: Props) {
  const { timezone: zone } = useSite()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Item | null>(null)
  const external = useExternal(answer.start, answer.end)
  const now = useRoot()?.now ?? ''
  const items = useMemo(
    () => toItems(answer, external.events, { admin, zone, now }),
    [answer, external.events, admin, zone, now],
  )
  const marks = useMemo(
    () =>
      Object.fromEntries(Object.values(answer.results.availability).map(({ date, available }) => [date, available])),
    [answer],
  )
  const monthPath = (target: string) => paths.calendarMonth(target) + (list ? '&view=list' : '')
  const swipe = useSwipe((direction) => navigate(monthPath(direction === 'next' ? next : previous)))
  const views = useViews(device)
  const viewProps = { month, weeks, today, items, marks, onExternal: setOpened }
  return (
    <div {...swipe} className={classes.swipes}>
      <CalendarBar
        title={monthName(month)}
        previous={{ to: monthPath(previous), label: `Previous month, ${monthName(previous)}` }}
        next={{ to: monthPath(next), label: `Next month, ${monthName(next)}` }}
        today={paths.calendar + (list ? '?view=list' : '')}
        other={
          list
            ? { to: paths.calendarMonth(month), label: 'Grid' }
            : { to: `${paths.calendarMonth(month)}&view=list`, label: 'List' }
        }
        admin={admin}
      >
        {external.allowed.length > 0 && <ExternalChooser {...external} />}
      </CalendarBar>
      <ExternalProblems problems={external.problems} />
      {!list && views.grid && (
        <div className={classes.grid}>
          <MonthGrid {...viewProps} />
          <OncePageRuns>
            <Legend items={items} marks={marks} days={weeks.flat()} />
          </OncePageRuns>
        </div>
      )}
      {(list || views.list) && (
        <div className={classes.list} data-always={list || undefined}>
          <Agenda {...viewProps} />
        </div>
      )}
      <ExternalDialog item={opened} onClose={() => setOpened(null)} />
    </div>
  )
}

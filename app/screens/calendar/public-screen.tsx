import { Button, Title } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import dayjs from 'dayjs'
import type { Month } from '#server/calendar/month/rules.ts'
import type { PublicCalendar } from '#server/calendar/public/contract.ts'
import { daysCovered } from '#server/engine/kernel/days/rules.ts'
import { paths } from '../../shell/paths.ts'
import { useSite } from '../../shell/use-root.ts'
import { dayIn } from '../../ui/wall-clock.ts'
import { Agenda } from './agenda.tsx'
import classes from './calendar.module.css'
import { type Item, NOTHING } from './items.ts'
import { MonthGrid } from './month-grid.tsx'

type Props = Month & { calendar: PublicCalendar; framed: boolean }

const monthName = (month: string) => dayjs(`${month}-01T12:00`).format('MMMM YYYY')

/** The club's events for everybody, to read only; it also stands in a frame on the club's own pages. */
export function PublicCalendarScreen({ calendar, framed, month, previous, next, today, weeks }: Props) {
  const { timezone: zone, name } = useSite()
  const items = calendar.order.flatMap((id): Item[] => {
    const event = calendar.results.events[id]
    if (!event) return []
    const covered = daysCovered(event.start, event.end, (at) => dayIn(at, zone))
    const known = {
      key: `event-${id}`,
      kind: 'event',
      detail: event.location ?? '',
      name: event.name || 'Untitled Event',
    } as const
    return [{ ...NOTHING, ...event, ...covered, ...known }]
  })
  const to = (of: string) =>
    `${paths.publicCalendar}?${new URLSearchParams({ month: of, ...(framed && { iframe: '' }) })}`
  const step = (of: string, word: string, Glyph: typeof IconChevronLeft) => (
    <Button
      component={Link}
      to={to(of)}
      variant="default"
      h={40}
      px={10}
      aria-label={`${word} month, ${monthName(of)}`}
    >
      <Glyph size={18} aria-hidden />
    </Button>
  )
  const parts = { month, weeks, today, items, marks: null }
  return (
    <>
      <div className={classes.bar}>
        <Title order={1}>
          {monthName(month)}
          {!framed && <span className={classes.of}> · {name}</span>}
        </Title>
        <div className={classes.steps}>
          {step(previous, 'Previous', IconChevronLeft)}
          {step(next, 'Next', IconChevronRight)}
          <Button component={Link} to={to(today.slice(0, 7))} variant="default" h={40} px={14}>
            Today
          </Button>
        </div>
      </div>
      <div className={classes.grid}>
        <MonthGrid {...parts} />
      </div>
      <div className={classes.list}>
        <Agenda {...parts} />
      </div>
    </>
  )
}

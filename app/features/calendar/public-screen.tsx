import { Button, Title } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { paths } from '#app/shell/paths.ts'
import { useSite } from '#app/shell/use-root.ts'
import { dayIn } from '#app/ui/wall-clock.ts'
import type { Month } from '#server/calendar/month.pure.ts'
import type { PublicCalendar } from '#server/calendar/public/contract.ts'
import { daysCovered } from '#server/engine/kernel/days/rules.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { Agenda } from './agenda.tsx'
import classes from './calendar.module.css'
import { EMPTY_ITEM, type Item } from './items.ts'
import { MonthGrid } from './month-grid.tsx'

type Props = Month & { calendar: PublicCalendar; framed: boolean }

const monthName = (month: string) => dayjs(`${month}-01T12:00`).format('MMMM YYYY')

export function PublicCalendarScreen({ calendar, framed, month, previous, next, today, weeks }: Props) {
  const { timezone: zone, name } = useSite()
  const items = calendar.order.flatMap((id): Item[] => {
    const event = calendar.results.events[id]
    if (!event) return []
    const covered = daysCovered(event.start, event.end, (instant) => dayIn(instant, zone))
    const details = {
      key: `event-${id}`,
      kind: 'event',
      detail: event.location ?? '',
      name: eventName(event.name),
      to: `${paths.publicEvent(id)}${framed ? '?iframe' : ''}`,
    } as const
    return [{ ...EMPTY_ITEM, ...event, ...covered, ...details }]
  })
  const monthPath = (target: string) =>
    `${paths.publicCalendar}?${new URLSearchParams({ month: target, ...(framed && { iframe: '' }) })}`
  const stepButton = (target: string, label: string, Glyph: typeof IconChevronLeft) => (
    <Button
      component={Link}
      to={monthPath(target)}
      variant="default"
      h={44}
      px={10}
      aria-label={`${label} month, ${monthName(target)}`}
    >
      <Glyph size={18} aria-hidden />
    </Button>
  )
  const viewProps = { month, weeks, today, items, marks: null }
  return (
    <div className={classes.own} data-framed={framed || undefined}>
      <div className={classes.bar}>
        <div className={classes.lead}>
          <Title order={1}>
            {monthName(month)}
            {!framed && <span className={classes.of}> · {name}</span>}
          </Title>
          <div className={classes.steps}>
            {stepButton(previous, 'Previous', IconChevronLeft)}
            {stepButton(next, 'Next', IconChevronRight)}
            <Button component={Link} to={monthPath(today.slice(0, 7))} variant="default" h={44} px={14}>
              Today
            </Button>
          </div>
        </div>
      </div>
      <div className={classes.grid}>
        <MonthGrid {...viewProps} />
      </div>
      <div className={classes.list}>
        <Agenda {...viewProps} />
      </div>
    </div>
  )
}

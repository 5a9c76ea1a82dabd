import { Anchor, Button } from '@mantine/core'
import { Link, useNavigate } from '@remix-run/react'
import { IconCalendarOff, IconMessage2 } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { AvailabilityChip } from '#app/features/availability/availability-chip.tsx'
import { beginMessage } from '#app/shell/begin-message.ts'
import { rememberDay } from '#app/shell/calendar-tabs.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useRoot, useSite } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { CalendarAnswer } from '#server/calendar/contract.ts'
import { entriesOn } from '#server/calendar/month.pure.ts'
import { addDays } from '#server/engine/kernel/days/rules.ts'
import calendarClasses from './calendar.module.css'
import { CalendarBar } from './calendar-bar.tsx'
import classes from './day.module.css'
import { DayCard } from './day-card.tsx'
import { ExternalDialog } from './external-dialog-late.tsx'
import { ExternalProblems } from './external-problems.tsx'
import { type Item, toItems } from './items.ts'
import { useSwipe } from './swipe.ts'
import { useExternal } from './use-external.ts'

type Props = { date: string; today: string; answer: CalendarAnswer; admin: boolean }

export function DayScreen({ date, today, answer, admin }: Props) {
  const when = useDateFormats()
  const { timezone: zone } = useSite()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<Item | null>(null)
  const external = useExternal(answer.start, answer.end)
  useEffect(() => rememberDay(date), [date])
  const now = useRoot()?.now ?? ''
  const items = entriesOn(toItems(answer, external.events, { admin, zone, now }), date)
  const mark =
    Object.values(answer.results.availability).find((availability) => availability.date === date)?.available ?? null
  const month = date.slice(0, 7)
  const step = (days: number, label: string) => {
    const day = addDays(date, days)
    return { to: paths.calendarDay(day), label: `${label} day, ${dayjs(`${day}T12:00`).format('dddd D MMMM')}` }
  }
  const [previous, next] = [step(-1, 'Previous'), step(1, 'Next')]
  const swipe = useSwipe((direction) => navigate((direction === 'next' ? next : previous).to))
  return (
    <div {...swipe} className={calendarClasses.swipes}>
      <CalendarBar
        title={dayjs(`${date}T12:00`).format(when.dateFormat)}
        previous={previous}
        next={next}
        today={paths.calendarDay(today)}
        admin={admin}
      />
      <ExternalProblems problems={external.problems} />
      <div className={classes.mark}>
        <span>Your availability</span>
        <AvailabilityChip size="lg" date={date} value={mark} />
        <Anchor component={Link} to={paths.availability(date)} underline="always">
          Add dates
        </Anchor>
      </div>
      <div className={classes.cards}>
        {items.map((item) => (
          <DayCard key={item.key} item={item} admin={admin} onExternal={setOpened} />
        ))}
      </div>
      {admin && items.some(({ kind }) => kind === 'event') && (
        <Button
          component={Link}
          to={beginMessage({ day: date }, { kind: 'day', day: date })}
          variant="default"
          h={44}
          mt="md"
          leftSection={<IconMessage2 size={18} aria-hidden />}
        >
          Message everyone on this day
        </Button>
      )}
      {items.length === 0 && (
        <SectionCard title="Events">
          <EmptyState
            icon={IconCalendarOff}
            title="No Events on this day"
            action={
              <Button component={Link} to={paths.calendarMonth(month)} variant="light" h={44}>
                Back to Month View
              </Button>
            }
          />
        </SectionCard>
      )}
      <ExternalDialog item={opened} onClose={() => setOpened(null)} />
    </div>
  )
}

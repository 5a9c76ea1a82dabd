import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconCalendarCheck, IconChevronLeft, IconChevronRight, IconUsers } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useSite } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { PersonChip } from '#app/ui/person-chip.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import { AVAILABILITY_LABELS, type Mark } from '#server/availability/days/contract.ts'
import type { PersonMark } from '#server/availability/days/queries.ts'
import { addDays } from '#server/engine/kernel/days/rules.ts'
import classes from './availability.module.css'
import { AvailabilityChoice } from './availability-choice.tsx'
import { MARKS } from './chip-button.tsx'
import { MarkRange } from './mark-range.tsx'

type Props = { date: string; today: string; mark: Mark; everybody: PersonMark[] | null }

const longDay = (date: string) => dayjs(`${date}T12:00`).format('dddd D MMMM')

export function AvailabilityDayScreen({ date, today, mark, everybody: allMarks }: Props) {
  const when = useDateFormats()
  const step = (days: number, label: string, icon: typeof IconChevronLeft) => {
    const day = addDays(date, days)
    const Glyph = icon
    return (
      <Button
        component={Link}
        to={paths.availability(day)}
        variant="default"
        h={40}
        px={10}
        aria-label={`${label} day, ${longDay(day)}`}
      >
        <Glyph size={18} aria-hidden />
      </Button>
    )
  }
  return (
    <>
      <PageHead title={dayjs(`${date}T12:00`).format(when.dateFormat)} meta="Unavailability">
        {step(-1, 'Previous', IconChevronLeft)}
        {step(1, 'Next', IconChevronRight)}
        <Button component={Link} to={paths.availability(today)} variant="default" h={40}>
          Today
        </Button>
        <Button component={Link} to={paths.calendarDay(date)} variant="light" h={40}>
          Events on this day
        </Button>
      </PageHead>
      <div className={classes.page}>
        <SectionCard title="Can you come?" icon={IconCalendarCheck}>
          <div className={classes.body}>
            <AvailabilityChoice date={date} value={mark} label={`Your availability on ${longDay(date)}`} />
          </div>
        </SectionCard>
        <MarkRange key={date} date={date} />
        {allMarks && <AllMarks marks={allMarks} />}
      </div>
    </>
  )
}

function AllMarks({ marks }: { marks: PersonMark[] }) {
  const site = useSite()
  return (
    <SectionCard title="Everyone’s availability" icon={IconUsers} count={marks.length || undefined}>
      {marks.length === 0 && (
        <EmptyState
          icon={IconUsers}
          title="No availability set for this day"
          text="Members who say when they can help appear here."
        />
      )}
      {marks.map((mark) => {
        const choice = MARKS.find((choice) => choice.value === mark.available)
        return (
          <Row
            key={mark.person}
            to={paths.person(mark.person)}
            title={<PersonChip name={mark.name} src={mark.avatar ? paths.media(site.mediaRoot, mark.avatar) : null} />}
            end={
              <Tag tone={choice?.tone ?? 'slate'} icon={choice?.icon}>
                {AVAILABILITY_LABELS[mark.available]}
              </Tag>
            }
          />
        )
      })}
    </SectionCard>
  )
}

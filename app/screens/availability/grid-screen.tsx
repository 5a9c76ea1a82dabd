import { Button, TextInput } from '@mantine/core'
import { Form, Link } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight, IconCircleCheckFilled, IconSearch, IconUsers } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { AVAILABILITY_LABELS } from '#server/availability/days/contract.ts'
import type { PersonRow } from '#server/availability/days/queries.ts'
import { addDays } from '#server/engine/kernel/days/rules.ts'
import { paths } from '../../shell/paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { MARKS } from './availability-chip.tsx'
import classes from './grid.module.css'
import { MarkCell } from './mark-cell.tsx'
import { useRovingGrid } from './use-roving-grid.ts'

export const PEOPLE_A_PAGE = 50

type Props = {
  count: number
  rows: PersonRow[]
  from: string
  today: string
  days: string[]
  search: string
  page: number
}

const dayWords = (day: string) => dayjs(`${day}T12:00`)

/** Who can come when: people by days, a page of people at a time. */
export function UnavailabilityScreen({ count, rows, from, today, days, search, page }: Props) {
  const to = (over: Record<string, string>) =>
    `?${new URLSearchParams({ from, ...(search && { search }), page: '1', ...over })}`
  const roam = useRovingGrid(rows.length, days.length)
  const pages = Math.max(1, Math.ceil(count / PEOPLE_A_PAGE))
  return (
    <>
      <PageHead title="Unavailability" meta={count === 1 ? '1 person' : `${count} people`}>
        <Form method="get" className={classes.search} role="search">
          <input type="hidden" name="from" value={from} />
          <TextInput
            name="search"
            aria-label="Search people"
            placeholder="Search people"
            defaultValue={search}
            leftSection={<IconSearch size={16} aria-hidden />}
          />
        </Form>
        <Button
          component={Link}
          to={to({ from: addDays(from, -7) })}
          variant="default"
          h={40}
          px={10}
          aria-label="Previous week"
        >
          <IconChevronLeft size={18} aria-hidden />
        </Button>
        <Button
          component={Link}
          to={to({ from: addDays(from, 7) })}
          variant="default"
          h={40}
          px={10}
          aria-label="Next week"
        >
          <IconChevronRight size={18} aria-hidden />
        </Button>
        <Button component={Link} to={to({ from: today })} variant="default" h={40}>
          Today
        </Button>
      </PageHead>
      {rows.length > 0 && <Legend />}
      {rows.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          title="No people found"
          text={search ? 'No names match your search.' : 'People appear here once they are active.'}
        />
      ) : (
        <section className={classes.scroll} aria-label="Availability by person and day">
          <table className={classes.table} onKeyDown={roam.onKeyDown}>
            <thead>
              <tr>
                <th scope="col">Person</th>
                {days.map((day) => (
                  <th
                    key={day}
                    scope="col"
                    data-today={day === today || undefined}
                    data-weekend={[0, 6].includes(dayWords(day).day()) || undefined}
                  >
                    <Link to={paths.availability(day)}>
                      {dayWords(day).format('ddd')}
                      <b>{dayWords(day).format('D MMM')}</b>
                    </Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, down) => (
                <tr key={row.id}>
                  <th scope="row">
                    <Link to={paths.person(row.id)}>{row.name}</Link>
                  </th>
                  {days.map((day, across) => (
                    <MarkCell
                      key={day}
                      person={row.id}
                      name={row.name}
                      day={day}
                      stored={row.marks[day] ?? null}
                      on={row.shifts.includes(day)}
                      at={`${down} ${across}`}
                      stop={roam.at === `${down} ${across}`}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {pages > 1 && (
        <nav className={classes.pages} aria-label="Pages">
          {page > 1 && (
            <Button component={Link} to={to({ page: String(page - 1) })} variant="default" h={40}>
              Previous page
            </Button>
          )}
          <span className="num">
            Page {page} of {pages}
          </span>
          {page < pages && (
            <Button component={Link} to={to({ page: String(page + 1) })} variant="default" h={40}>
              Next page
            </Button>
          )}
        </nav>
      )}
    </>
  )
}

/** What the signs mean, and that they can be changed here. */
function Legend() {
  return (
    <p className={classes.legend}>
      {MARKS.map((mark) => (
        <span key={mark.value} data-tone={mark.tone}>
          <mark.icon size={15} stroke={2.4} aria-hidden />
          {AVAILABILITY_LABELS[mark.value]}
        </span>
      ))}
      <span>
        <IconCircleCheckFilled size={15} className={classes.on} aria-hidden />
        On shift
      </span>
      <em>Select a day to change it.</em>
    </p>
  )
}

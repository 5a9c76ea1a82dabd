import { Button, TextInput } from '@mantine/core'
import { Form, Link } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight, IconCircleCheckFilled, IconSearch, IconUsers } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { paths } from '#app/shell/paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { AVAILABILITY_LABELS } from '#server/availability/days/contract.ts'
import type { PersonRow } from '#server/availability/days/queries.ts'
import { addDays } from '#server/engine/kernel/days/rules.ts'
import { MARKS } from './chip-button.tsx'
import classes from './grid.module.css'
import { MarkCell } from './mark-cell.tsx'
import { useRovingGrid } from './use-roving-grid.ts'

export const PEOPLE_PER_PAGE = 50

type Props = {
  count: number
  rows: PersonRow[]
  from: string
  today: string
  days: string[]
  search: string
  page: number
}

const atNoon = (day: string) => dayjs(`${day}T12:00`)

export function UnavailabilityScreen({ count, rows, from, today, days, search, page }: Props) {
  const pathWith = (changes: Record<string, string>) =>
    `?${new URLSearchParams({ from, ...(search && { search }), page: '1', ...changes })}`
  const rovingGrid = useRovingGrid(rows.length, days.length)
  const pages = Math.max(1, Math.ceil(count / PEOPLE_PER_PAGE))
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
          to={pathWith({ from: addDays(from, -7) })}
          variant="default"
          h={40}
          px={10}
          aria-label="Previous week"
        >
          <IconChevronLeft size={18} aria-hidden />
        </Button>
        <Button
          component={Link}
          to={pathWith({ from: addDays(from, 7) })}
          variant="default"
          h={40}
          px={10}
          aria-label="Next week"
        >
          <IconChevronRight size={18} aria-hidden />
        </Button>
        <Button component={Link} to={pathWith({ from: today })} variant="default" h={40}>
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
        <section className={`card ${classes.scroll}`} aria-label="Availability by person and day">
          <table className={classes.table} onKeyDown={rovingGrid.onKeyDown}>
            <thead>
              <tr>
                <th scope="col">Person</th>
                {days.map((day) => (
                  <th
                    key={day}
                    scope="col"
                    data-today={day === today || undefined}
                    data-weekend={[0, 6].includes(atNoon(day).day()) || undefined}
                  >
                    <Link to={paths.availability(day)}>
                      {atNoon(day).format('ddd')}
                      <b>{atNoon(day).format('D MMM')}</b>
                    </Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((person, row) => (
                <tr key={person.id}>
                  <th scope="row">
                    <Link to={paths.person(person.id)}>{person.name}</Link>
                  </th>
                  {days.map((day, column) => (
                    <MarkCell
                      key={day}
                      person={person.id}
                      name={person.name}
                      day={day}
                      stored={person.marks[day] ?? null}
                      onShift={person.shifts.includes(day)}
                      position={`${row} ${column}`}
                      tabStop={rovingGrid.at === `${row} ${column}`}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {pages > 1 && (
        <nav className={`row ${classes.pages}`} aria-label="Pages">
          {page > 1 && (
            <Button component={Link} to={pathWith({ page: String(page - 1) })} variant="default" h={40}>
              Previous page
            </Button>
          )}
          <span className="num">
            Page {page} of {pages}
          </span>
          {page < pages && (
            <Button component={Link} to={pathWith({ page: String(page + 1) })} variant="default" h={40}>
              Next page
            </Button>
          )}
        </nav>
      )}
    </>
  )
}

function Legend() {
  return (
    <p className={`cluster ${classes.legend}`}>
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

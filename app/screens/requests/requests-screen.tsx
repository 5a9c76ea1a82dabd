import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconChevronLeft, IconInbox } from '@tabler/icons-react'
import type { RequestDetail, RequestRow } from '#server/requests/answer/contract.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Avatar } from '../../ui/person-chip.tsx'
import { RequestPanel } from './request-panel.tsx'
import classes from './requests.module.css'

/** Requests per page. */
export const PAGE_SIZE = 50

type Props = {
  view: 'outstanding' | 'answered'
  page: number
  pages: number
  count: number
  rows: RequestRow[]
  /** The request in the URL; on phones it replaces the list. */
  chosen: number | null
  detail: RequestDetail | null
}

/** The inbox of requests, grouped by event. */
export function RequestsScreen({ view, page, pages, count, rows, chosen, detail }: Props) {
  const answered = view === 'answered'
  const link = (over: Record<string, string | number>) =>
    `${paths.requests}?${new URLSearchParams({ ...(answered && { view }), ...(page > 1 && { page: String(page) }), ...Object.fromEntries(Object.entries(over).map(([k, v]) => [k, String(v)])) })}`
  const current = detail?.request.id
  const index = rows.findIndex(({ id }) => id === current)
  const next = rows[index + 1] ?? rows.find(({ id }) => id !== current)
  const rowLink = (row: RequestRow | undefined) => (row ? link({ request: row.id }) : null)
  const listPosition = {
    position: (page - 1) * PAGE_SIZE + index + 1,
    count,
    above: rowLink(rows[index - 1]),
    below: rowLink(rows[index + 1]),
  }
  return (
    <div className={classes.page} data-open={chosen !== null || undefined}>
      <header className={classes.head}>
        <div>
          <h1>Requests</h1>
          <p>{answered ? `${count} answered or past` : count === 0 ? 'Nobody is waiting' : `${count} waiting`}</p>
        </div>
        <nav aria-label="Views">
          <Link to={paths.requests} aria-current={answered ? undefined : 'page'}>
            Outstanding
          </Link>
          <Link to={`${paths.requests}?view=answered`} aria-current={answered ? 'page' : undefined}>
            Answered
          </Link>
        </nav>
      </header>
      <div className={classes.body} data-empty={(rows.length === 0 && chosen === null) || undefined}>
        <div className={classes.list}>
          {rows.length ? (
            <List rows={rows} current={current} linkOf={(id) => link({ request: id })} />
          ) : (
            <EmptyState
              icon={IconInbox}
              title={answered ? 'No answered requests' : 'No outstanding requests'}
              text={
                answered
                  ? 'Answered requests, and those for past events, are kept here.'
                  : 'When somebody asks to help at an event, they appear here until they are on a shift.'
              }
              action={
                !answered && (
                  <Button component={Link} to={paths.roster} variant="light">
                    See open shifts
                  </Button>
                )
              }
            />
          )}
          {pages > 1 && (
            <nav className={classes.pages} aria-label="Pages">
              {page > 1 && <Link to={link({ page: page - 1 })}>Previous</Link>}
              <span>
                Page {page} of {pages}
              </span>
              {page < pages && <Link to={link({ page: page + 1 })}>Next</Link>}
            </nav>
          )}
        </div>
        <div className={classes.detail}>
          {chosen !== null && (
            <Button
              component={Link}
              to={link({})}
              variant="subtle"
              className={classes.back}
              leftSection={<IconChevronLeft size={16} aria-hidden />}
            >
              All requests
            </Button>
          )}
          {detail && (
            <RequestPanel
              key={detail.request.id}
              detail={detail}
              next={next ? link({ request: next.id }) : link({})}
              listPosition={index < 0 ? null : listPosition}
            />
          )}
        </div>
      </div>
    </div>
  )
}

type ListProps = { rows: RequestRow[]; current: number | undefined; linkOf: (id: number) => string }

function List({ rows, current, linkOf }: ListProps) {
  const when = useDateFormats()
  const events = [...new Set(rows.map(({ event }) => event))].map((event) => rows.filter((row) => row.event === event))
  return events.map((requests) => {
    const [first] = requests
    if (!first) return null
    return (
      <section key={first.event} aria-label={first.event_name || 'Untitled Event'}>
        <h2>
          <b>{first.event_name || 'Untitled Event'}</b>
          <span className="num">
            {when.format(first.start, 'ddd D MMM')}, {first.open} open
          </span>
        </h2>
        <ul>
          {requests.map((row) => (
            <li key={row.id}>
              <Link
                to={linkOf(row.id)}
                preventScrollReset
                className={classes.row}
                aria-current={row.id === current ? 'true' : undefined}
              >
                {row.new && row.state === 'waiting' && <i className={classes.new} title="New" />}
                <Avatar name={row.person_name} src={row.person_avatar} size={32} />
                <span>
                  <b data-new={row.new || undefined}>{row.person_name}</b>
                  <small>{row.comments || [row.assignment, row.role].filter(Boolean).join(', ') || 'No comment'}</small>
                </span>
                <time dateTime={row.made}>{when.format(row.made, 'D MMM')}</time>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

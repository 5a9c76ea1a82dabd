import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconChevronLeft, IconInbox } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import type { RequestDetail, RequestItem } from '#server/requests/answer/contract.ts'
import type { TimeRequestDetail } from '#server/requests/times/contract.ts'
import { groupItems, type RequestGroup } from './group-items.ts'
import { RequestPanel } from './request-panel.tsx'
import classes from './requests.module.css'
import { SeriesPanel } from './series-panel.tsx'
import { TimesPanel } from './times-panel.tsx'

export const PAGE_SIZE = 50

type ItemKey = Pick<RequestItem, 'kind' | 'id'>

type Props = {
  view: 'outstanding' | 'answered'
  page: number
  pages: number
  count: number
  rows: RequestItem[]
  /** The request in the URL; on phones it replaces the list. */
  chosen: ItemKey | null
  detail: RequestDetail | null
  times: TimeRequestDetail | null
}

export function RequestsScreen({ view, page, pages, count, rows, chosen, detail, times }: Props) {
  const answered = view === 'answered'
  const link = (over: Record<string, string | number>) =>
    `${paths.requests}?${new URLSearchParams({ ...(answered && { view }), ...(page > 1 && { page: String(page) }), ...Object.fromEntries(Object.entries(over).map(([k, v]) => [k, String(v)])) })}`
  const open = detail
    ? ({ kind: 'event', id: detail.request.id } as const)
    : times && ({ kind: 'times', id: times.request.id } as const)
  const groups = groupItems(rows)
  const items = groups.flatMap(({ items }) => items)
  const index = items.findIndex(({ kind, requests }) => open?.kind === kind && requests.includes(open.id))
  const current = items[index]
  const next = items[index + 1] ?? items.find((item) => item !== current)
  const linkOf = ({ kind, id }: ItemKey) => link(kind === 'times' ? { times: id } : { request: id })
  const itemLink = (item: RequestItem | undefined) => (item ? linkOf(item) : null)
  const nextLink = next ? linkOf(next) : link({})
  const listPosition = {
    position: (page - 1) * PAGE_SIZE + index + 1,
    count,
    above: itemLink(items[index - 1]),
    below: itemLink(items[index + 1]),
  }
  const Panel = detail?.dates.length ? SeriesPanel : RequestPanel
  return (
    <div className={classes.page} data-open={chosen !== null || undefined}>
      <header className={`row cluster between ${classes.head}`}>
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
            <List groups={groups} current={current} linkOf={linkOf} />
          ) : (
            <EmptyState
              icon={IconInbox}
              title={answered ? 'No answered requests' : 'No outstanding requests'}
              text={
                answered
                  ? 'Answered requests, and those for past events, are kept here.'
                  : 'When somebody asks to help at an event, or for other times on their shift, they appear here until they are answered.'
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
        <div className={classes.detail} key={open ? `${open.kind} ${open.id}` : ''}>
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
          {detail && <Panel detail={detail} next={nextLink} listPosition={index < 0 ? null : listPosition} />}
          {times && <TimesPanel detail={times} next={nextLink} listPosition={index < 0 ? null : listPosition} />}
        </div>
      </div>
    </div>
  )
}

type ListProps = { groups: RequestGroup[]; current: RequestItem | undefined; linkOf: (item: ItemKey) => string }

function List({ groups, current, linkOf }: ListProps) {
  const when = useDateFormats()
  const list = useRef<HTMLDivElement>(null)
  // Keeps the current request within the list's scroller when walking with the keys, and scrolls nothing else.
  useEffect(() => {
    const [scroller, row] = [list.current?.parentElement, list.current?.querySelector('[aria-current]')]
    if (current === undefined || !scroller || !row) return
    const [outer, inner] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
    if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom
    else if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top
  }, [current])
  return (
    <div ref={list}>
      {groups.map(({ key, title, items: [first, ...others] }) => {
        if (!first) return null
        const isSeries = first.requests.length > 1
        return (
          <section key={key} aria-label={`${title}, ${when.dateTime(first.start)}`}>
            <h2>
              <b>{title}</b>
              <span className="num">
                {isSeries
                  ? `Series, next ${when.format(first.start, 'ddd D MMM')}`
                  : when.format(first.start, 'ddd D MMM')}
                , {first.open} open
              </span>
            </h2>
            <ul>
              {[first, ...others].map((item) => (
                <li key={`${item.kind} ${item.id}`}>
                  <Link
                    to={linkOf(item)}
                    preventScrollReset
                    className={classes.row}
                    aria-current={item === current ? 'true' : undefined}
                  >
                    {item.new && item.state === 'waiting' && <i className={classes.new} title="New" />}
                    <Avatar name={item.person_name} src={item.person_avatar} size={32} />
                    <span>
                      <b data-new={item.new || undefined}>{item.person_name}</b>
                      {item.kind === 'times' && (
                        <small className={classes.times}>
                          Other times: {when.range(item.modified_start ?? '', item.modified_end ?? '')}
                        </small>
                      )}
                      <small>{item.kind === 'times' ? item.comments : summaryText(item)}</small>
                    </span>
                    <time dateTime={item.made}>{when.format(item.made, 'D MMM')}</time>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const summaryText = ({ requests, comments, assignment, role }: RequestItem) =>
  [
    requests.length > 1 && `${requests.length} events`,
    comments || [assignment, role].filter(Boolean).join(', ') || (requests.length === 1 && 'No comment'),
  ]
    .filter(Boolean)
    .join(' · ')

import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconChecks, IconChevronLeft, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useUndo } from '#app/collections/undo.tsx'
import { RequestPanel } from '#app/features/requests/request-panel.tsx'
import { SeriesPanel } from '#app/features/requests/series-panel.tsx'
import { TimesPanel } from '#app/features/requests/times-panel.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { useSingleKeys } from '#app/ui/use-single-keys.ts'
import type { RequestDetail } from '#server/requests/answer/contract.ts'
import type { TimeRequestDetail } from '#server/requests/times/contract.ts'
import type { ToDoItem, ToDoList } from '#server/todo/contract.ts'
import { type ItemDetail, ItemPanel } from './item-panel.tsx'
import { detailText, dueText, factsOf, subjectIconOf, titleOf } from './item-words.ts'
import { KindWord } from './kind-word.tsx'
import classes from './todo.module.css'

type Props = ToDoList &
  ItemDetail & {
    /** `answered`: requests that were answered or are past. */
    view: 'open' | 'answered'
    /** Whether a phone shows the list; else the open item fills it. */
    listed: boolean
    kind: string | null
    page: number
    pages: number
    pageSize: number
    /** The item beside the list. */
    open: ToDoItem | null
    request: RequestDetail | null
    times: TimeRequestDetail | null
    now: string
  }

const keyOf = ({ kind, id }: Pick<ToDoItem, 'kind' | 'id'>) => `${kind}-${id}`

export function ToDoScreen(props: Props) {
  const { view, kind, kinds, page, pages, pageSize, count, items, listed, open, request, times, now } = props
  const isAnswered = view === 'answered'
  const link = (over: Record<string, string | number> = {}) => {
    const query = new URLSearchParams({
      ...(isAnswered && { view }),
      ...(kind && { kind }),
      ...(page > 1 && { page: String(page) }),
      ...Object.fromEntries(Object.entries(over).map(([name, value]) => [name, String(value)])),
    })
    return query.size ? `${paths.toDo}?${query}` : paths.toDo
  }
  const index = items.findIndex((item) => open && keyOf(item) === keyOf(open))
  const linkOf = (item: ToDoItem | undefined) => (item ? link({ item: keyOf(item) }) : null)
  const nextItem = items[index + 1] ?? items.find((_, at) => at !== index)
  const next = linkOf(nextItem) ?? link()
  const listPosition =
    index < 0
      ? null
      : {
          position: (page - 1) * pageSize + index + 1,
          count,
          above: linkOf(items[index - 1]),
          below: linkOf(items[index + 1]),
        }
  const all = kinds.reduce((sum, one) => sum + one.count, 0)
  const word = kinds.find((one) => one.kind === open?.kind)?.word ?? ''
  const Requests = request?.dates.length ? SeriesPanel : RequestPanel
  return (
    <div className={classes.page} data-one={(open !== null && !listed) || undefined}>
      <header className={`row cluster between ${classes.head}`}>
        <div>
          <h1>To do</h1>
          {(isAnswered || all > 0) && (
            <p className="num">{isAnswered ? `${count} answered or past` : `${countText(all, 'thing')} to do`}</p>
          )}
        </div>
        <nav aria-label="Kinds" className={classes.kinds}>
          <Link to={paths.toDo} aria-current={!kind && !isAnswered ? 'page' : undefined}>
            All
          </Link>
          {kinds.map((one) => (
            <Link
              key={one.kind}
              to={`${paths.toDo}?kind=${one.kind}`}
              aria-current={kind === one.kind ? 'page' : undefined}
            >
              {one.word} <span className="num">{one.count}</span>
            </Link>
          ))}
          <Link to={`${paths.toDo}?view=answered`} aria-current={isAnswered ? 'page' : undefined}>
            Answered requests
          </Link>
        </nav>
        {kind === 'silent' && items.length > 0 && (
          <Button
            variant="default"
            mih={44}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
            className={classes.print}
          >
            Print as phone list
          </Button>
        )}
      </header>
      <div className={classes.body} data-empty={(items.length === 0 && open === null) || undefined}>
        <div className={classes.list}>
          {items.length ? (
            <List items={items} current={items[index]} linkOf={linkOf} kinds={kinds} now={now} />
          ) : (
            <EmptyState
              icon={IconChecks}
              title={isAnswered ? 'No answered requests' : 'All done'}
              text={
                isAnswered
                  ? 'Answered requests, and those for past events, are kept here.'
                  : 'Requests, registrations, missing replies, shifts without cover, decisions and unpublished events come here.'
              }
              action={
                !isAnswered && (
                  <Button component={Link} to={paths.roster} variant="light">
                    Open the roster
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
        <div className={classes.detail} key={open ? keyOf(open) : ''}>
          <Button
            component={Link}
            to={link(isAnswered ? {} : { view: 'list' })}
            variant="subtle"
            className={classes.back}
            leftSection={<IconChevronLeft size={16} aria-hidden />}
          >
            {isAnswered ? 'Answered requests' : `${kinds.find((one) => one.kind === kind)?.word ?? 'All'} ${count}`}
          </Button>
          {request && <Requests detail={request} next={next} listPosition={listPosition} />}
          {times && <TimesPanel detail={times} next={next} listPosition={listPosition} />}
          {!open && <UndoKey />}
          {open && !request && !times && (
            <ItemPanel item={open} word={word} detail={props} now={now} next={next} listPosition={listPosition} />
          )}
        </div>
      </div>
    </div>
  )
}

/** After the last answer, no panel is there to undo it. */
function UndoKey() {
  const { undoShown } = useUndo()
  useSingleKeys([['U', undoShown]])
  return null
}

type ListProps = Pick<Props, 'items' | 'kinds' | 'now'> & {
  current: ToDoItem | undefined
  linkOf: (item: ToDoItem) => string | null
}

function List({ items, kinds, current, linkOf, now }: ListProps) {
  const when = useDateFormats()
  const list = useRef<HTMLUListElement>(null)
  // Keeps the current row within the list's scroller when walking with the keys, and scrolls nothing else.
  useEffect(() => {
    const [scroller, row] = [list.current?.parentElement, list.current?.querySelector('[aria-current]')]
    if (current === undefined || !scroller || !row) return
    const [outer, inner] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()]
    if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom
    else if (inner.top < outer.top) scroller.scrollTop -= outer.top - inner.top
  }, [current])
  const words = Object.fromEntries(kinds.map(({ kind, word }) => [kind, word]))
  return (
    <ul ref={list}>
      {items.map((item) => {
        const { new: isNew, phone } = factsOf(item)
        const Glyph = subjectIconOf(item)
        return (
          <li key={keyOf(item)}>
            <Link
              to={linkOf(item) ?? ''}
              preventScrollReset
              className={classes.row}
              aria-current={item === current ? 'true' : undefined}
            >
              {isNew && <i className={classes.new} title="New" />}
              {item.person ? (
                <Avatar name={item.who} src={item.avatar} size={32} />
              ) : (
                <Glyph size={20} aria-hidden className={classes.icon} />
              )}
              <span>
                <b data-new={isNew || undefined}>{titleOf(item)}</b>
                <small>
                  <KindWord kind={item.kind} word={words[item.kind]} /> {detailText(item, when)}
                </small>
                {phone && <small>{phone}</small>}
              </span>
              {item.at && <time dateTime={item.at}>{dueText(item, now, when)}</time>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

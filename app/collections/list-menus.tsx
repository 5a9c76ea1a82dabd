import { ActionIcon, Button, Checkbox, NativeSelect, Popover } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3, IconX } from '@tabler/icons-react'
import { allColumns, shownColumns } from './columns.tsx'
import classes from './filter.module.css'
import { listAddress } from './list-query.ts'
import type { ListData, ListQuery, ListView } from './list-view.ts'
import { usePendingQuery } from './use-pending-query.ts'

type Props = { view: ListView; data: ListData; path: string }
const MOST_SORTS = 3

const useGo = (props: Props) => {
  const { view, path } = props
  const navigate = useNavigate()
  const coming = usePendingQuery(props)
  return (change: Partial<ListQuery>) =>
    navigate(`${path}${listAddress(view, coming, change)}`, { preventScrollReset: true, replace: true })
}

/** The order by up to three columns, each with its direction. */
export function SortMenu(props: Props) {
  const { view, data } = props
  const go = useGo(props)
  const columns = allColumns(view, data.contract).filter(({ sort }) => sort)
  const sorts = data.query.sort ? data.query.sort.split(',') : []
  const put = (at: number, word: string) => go({ sort: sorts.with(at, word).join(',') })
  const free = columns.filter(({ sort }) => !sorts.some((word) => word.replace(/^-/, '') === sort))
  return (
    <Popover position="bottom-end" shadow="md" withinPortal={false} trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Sort">
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.sorts}>
          {sorts.map((word, at) => {
            const plain = word.replace(/^-/, '')
            const down = word !== plain
            const column = columns.find(({ sort }) => sort === plain)
            return (
              <div key={plain} className={classes.sort}>
                <NativeSelect
                  aria-label={at ? 'Then by' : 'Sort by'}
                  data={[...(column ? [column] : []), ...free].map(({ sort = '', title }) => ({
                    value: sort,
                    label: title,
                  }))}
                  value={plain}
                  onChange={(event) => put(at, event.currentTarget.value)}
                />
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label={`${column?.title ?? plain}: ${down ? 'descending' : 'ascending'}. Turn round`}
                  onClick={() => put(at, down ? plain : `-${plain}`)}
                >
                  {down ? <IconArrowDown size={16} aria-hidden /> : <IconArrowUp size={16} aria-hidden />}
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={`Do not sort by ${column?.title ?? plain}`}
                  onClick={() => go({ sort: sorts.toSpliced(at, 1).join(',') })}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </div>
            )
          })}
          {sorts.length < MOST_SORTS && free[0] && (
            <Button variant="subtle" size="sm" onClick={() => go({ sort: [...sorts, free[0]?.sort].join(',') })}>
              {sorts.length ? 'Then by another' : 'Sort by a column'}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Which columns stand in the list. */
export function ColumnsMenu(props: Props) {
  const { view, data } = props
  const go = useGo(props)
  const all = allColumns(view, data.contract)
  const shown = shownColumns(view, data.contract, data.query.columns).map(({ key }) => key)
  const toggle = (key: string, on: boolean) => {
    const next = on ? [...shown, key] : shown.filter((other) => other !== key)
    const own = view.columns.map((column) => column.key)
    go({ columns: next.join() === own.join() ? null : next, page: data.query.page })
  }
  return (
    <Popover position="bottom-end" shadow="md" withinPortal={false} trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Choose columns">
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.columns}>
          {all.map(({ key, title }, at) => (
            <Checkbox
              key={key}
              label={title}
              checked={shown.includes(key)}
              disabled={at === 0}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
          {data.query.columns && (
            <Button variant="subtle" size="sm" onClick={() => go({ columns: null })}>
              Usual columns
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

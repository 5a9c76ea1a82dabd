import { ActionIcon, Button, Checkbox, NativeSelect, Popover } from '@mantine/core'
import { useNavigate } from '@remix-run/react'
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3, IconX } from '@tabler/icons-react'
import { allColumns, shownColumns } from './columns.tsx'
import classes from './filter.module.css'
import { listAddress } from './list-query.ts'
import type { ListData, ListQuery, ListView } from './list-view.ts'
import { usePendingQuery } from './use-pending-query.ts'

type Props = { view: ListView; data: ListData; path: string }
const MAX_SORTS = 3

const useGo = (props: Props) => {
  const { view, path } = props
  const navigate = useNavigate()
  const pending = usePendingQuery(props)
  return (change: Partial<ListQuery>) =>
    navigate(`${path}${listAddress(view, pending, change)}`, { preventScrollReset: true, replace: true })
}

export function SortMenu(props: Props) {
  const { view, data } = props
  const go = useGo(props)
  const columns = allColumns(view, data.contract).filter(({ sort }) => sort)
  const sorts = data.query.sort ? data.query.sort.split(',') : []
  const replace = (index: number, key: string) => go({ sort: sorts.with(index, key).join(',') })
  const unused = columns.filter(({ sort }) => !sorts.some((word) => word.replace(/^-/, '') === sort))
  return (
    <Popover position="bottom-end" shadow="md" withinPortal={false} trapFocus returnFocus hideDetached={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Sort">
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={`stack ${classes.sorts}`}>
          {sorts.map((word, index) => {
            const plain = word.replace(/^-/, '')
            const descending = word !== plain
            const column = columns.find(({ sort }) => sort === plain)
            return (
              <div key={plain} className={classes.sort}>
                <NativeSelect
                  aria-label={index ? 'Then by' : 'Sort by'}
                  data={[...(column ? [column] : []), ...unused].map(({ sort = '', title }) => ({
                    value: sort,
                    label: title,
                  }))}
                  value={plain}
                  onChange={(event) => replace(index, event.currentTarget.value)}
                />
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label={`${column?.title ?? plain}: ${descending ? 'descending' : 'ascending'}. Reverse`}
                  onClick={() => replace(index, descending ? plain : `-${plain}`)}
                >
                  {descending ? <IconArrowDown size={16} aria-hidden /> : <IconArrowUp size={16} aria-hidden />}
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={`Stop sorting by ${column?.title ?? plain}`}
                  onClick={() => go({ sort: sorts.toSpliced(index, 1).join(',') })}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              </div>
            )
          })}
          {sorts.length < MAX_SORTS && unused[0] && (
            <Button variant="subtle" size="sm" onClick={() => go({ sort: [...sorts, unused[0]?.sort].join(',') })}>
              {sorts.length ? 'Add a sort column' : 'Sort by a column'}
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

export function ColumnsMenu(props: Props) {
  const { view, data } = props
  const go = useGo(props)
  const all = allColumns(view, data.contract)
  const shown = shownColumns(view, data.contract, data.query.columns).map(({ key }) => key)
  const toggle = (key: string, on: boolean) => {
    const next = on ? [...shown, key] : shown.filter((other) => other !== key)
    const defaults = view.columns.map((column) => column.key)
    go({ columns: next.join() === defaults.join() ? null : next, page: data.query.page })
  }
  return (
    <Popover position="bottom-end" shadow="md" withinPortal={false} trapFocus returnFocus hideDetached={false}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Choose columns">
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={`stack ${classes.columns}`}>
          {all.map(({ key, title }, index) => (
            <Checkbox
              key={key}
              label={title}
              checked={shown.includes(key)}
              disabled={index === 0}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
          ))}
          {data.query.columns && (
            <Button variant="subtle" size="sm" onClick={() => go({ columns: null })}>
              Default columns
            </Button>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

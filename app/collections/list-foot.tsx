import { ActionIcon, NativeSelect } from '@mantine/core'
import { Link, useNavigate } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import classes from './list.module.css'
import { listAddress, PAGE_SIZES } from './list-query.ts'
import type { ListData, ListView } from './list-view.ts'
import { usePendingQuery } from './use-pending-query.ts'

export function ListFoot({ view, data, path }: { view: ListView; data: ListData; path: string }) {
  const { count, rows, query } = data
  const navigate = useNavigate()
  const pending = usePendingQuery({ view, data, path })
  const from = query.limit > 0 ? (query.page - 1) * query.limit + 1 : 1
  const to = from + rows.length - 1
  const address = (change: Parameters<typeof listAddress>[2]) => `${path}${listAddress(view, pending, change)}`
  return (
    <footer className={`row ${classes.foot}`}>
      <NativeSelect
        className={classes.size}
        aria-label="Rows per page"
        data={PAGE_SIZES.map((size) => ({
          value: String(size),
          label: size > 0 ? `${size} per page` : 'All on one page',
        }))}
        value={String(query.limit)}
        onChange={(event) => navigate(address({ limit: Number(event.currentTarget.value) }))}
      />
      <span className="num">{rows.length ? `${from}–${to} of ${count}` : `0 of ${count}`}</span>
      <nav aria-label="Pages">
        <Step
          label="Previous page"
          to={query.page > 1 ? address({ page: query.page - 1 }) : null}
          icon={IconChevronLeft}
        />
        <Step
          label="Next page"
          to={query.limit > 0 && to < count && rows.length ? address({ page: query.page + 1 }) : null}
          icon={IconChevronRight}
        />
      </nav>
    </footer>
  )
}

function Step({ label, to, icon: Glyph }: { label: string; to: string | null; icon: typeof IconChevronLeft }) {
  if (to === null)
    return (
      <ActionIcon variant="default" size={36} disabled aria-label={label}>
        <Glyph size={18} aria-hidden />
      </ActionIcon>
    )
  return (
    <ActionIcon component={Link} to={to} variant="default" size={36} aria-label={label}>
      <Glyph size={18} aria-hidden />
    </ActionIcon>
  )
}

import { ActionIcon } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from '@remix-run/react'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useSingleKeys } from '../ui/use-single-keys.ts'
import { recordAddress } from './list-query.ts'
import type { ListData, ListRecord, ListView } from './list-view.ts'
import classes from './panel.module.css'

type Props = { view: ListView; data: ListData; record: ListRecord }

export function AdjacentRecords({ view, data: { rows, count, query }, record }: Props) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const index = rows.findIndex(({ id }) => id === record.id)
  const address = (row: ListRecord | undefined) => (row && index >= 0 ? recordAddress(view, row, search) : null)
  const above = address(rows[index - 1])
  const below = address(rows[index + 1])
  const go = (to: string | null) => to && navigate(to, { preventScrollReset: true })
  useSingleKeys([
    ['J', () => void go(below)],
    ['K', () => void go(above)],
  ])
  if (index < 0) return null
  return (
    <nav className={`row muted ${classes.adjacent}`} aria-label="Previous and next record">
      <Step label="Previous record (K)" to={above} icon={IconChevronUp} />
      <Step label="Next record (J)" to={below} icon={IconChevronDown} />
      <span className="num">
        {(query.limit > 0 ? (query.page - 1) * query.limit : 0) + index + 1} of {count}
      </span>
    </nav>
  )
}

function Step({ label, to, icon: Glyph }: { label: string; to: string | null; icon: typeof IconChevronUp }) {
  const icon = <Glyph size={16} aria-hidden />
  const shared = { variant: 'subtle', color: 'gray', size: 28, 'aria-label': label, title: label } as const
  return to === null ? (
    <ActionIcon {...shared} disabled>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon {...shared} component={Link} to={to} preventScrollReset>
      {icon}
    </ActionIcon>
  )
}

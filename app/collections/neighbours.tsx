import { ActionIcon } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from '@remix-run/react'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useSingleKeys } from '../ui/use-single-keys.ts'
import { recordAddress } from './list-query.ts'
import type { ListData, ListRecord, ListView } from './list-view.ts'
import classes from './panel.module.css'

type Props = { view: ListView; data: ListData; record: ListRecord }

/** The records above and below the open one, also by the keys J and K. */
export function Neighbours({ view, data: { rows, count, query }, record }: Props) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const at = rows.findIndex(({ id }) => id === record.id)
  const to = (row: ListRecord | undefined) => (row && at >= 0 ? recordAddress(view, row, search) : null)
  const above = to(rows[at - 1])
  const below = to(rows[at + 1])
  const go = (address: string | null) => address && navigate(address, { preventScrollReset: true })
  useSingleKeys([
    ['J', () => void go(below)],
    ['K', () => void go(above)],
  ])
  if (at < 0) return null
  return (
    <nav className={classes.neighbours} aria-label="Neighbours">
      <Step label="Previous record (K)" to={above} icon={IconChevronUp} />
      <Step label="Next record (J)" to={below} icon={IconChevronDown} />
      <span className="num">
        {(query.limit > 0 ? (query.page - 1) * query.limit : 0) + at + 1} of {count}
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

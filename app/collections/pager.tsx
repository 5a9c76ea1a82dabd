import { ActionIcon, NativeSelect } from '@mantine/core'
import { Link, useNavigate } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { PAGE_SIZES } from './page-sizes.ts'
import classes from './pager.module.css'

type Props = {
  count: number
  shown: number
  /** -1 is all. */
  limit: number
  page: number
  address: (change: { limit?: number; page?: number }) => string
  preventScrollReset?: boolean
}

/** Turns the pages of a list; draws nothing where the smallest page holds all. */
export function Pager({ count, shown, limit, page, address, preventScrollReset = false }: Props) {
  const navigate = useNavigate()
  if (count <= PAGE_SIZES[0] && page === 1) return null
  const from = limit > 0 ? (page - 1) * limit + 1 : 1
  const to = from + shown - 1
  return (
    <footer className={`row ${classes.foot}`}>
      <NativeSelect
        className={classes.size}
        aria-label="Rows per page"
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: size > 0 ? `${size} per page` : 'All' }))}
        value={String(limit)}
        onChange={(event) => navigate(address({ limit: Number(event.currentTarget.value) }), { preventScrollReset })}
      />
      <span className="num">{shown ? `${from}–${to} of ${count}` : `0 of ${count}`}</span>
      <nav aria-label="Pages">
        <Step
          label="Previous page"
          to={page > 1 ? address({ page: page - 1 }) : null}
          icon={IconChevronLeft}
          preventScrollReset={preventScrollReset}
        />
        <Step
          label="Next page"
          to={limit > 0 && to < count && shown ? address({ page: page + 1 }) : null}
          icon={IconChevronRight}
          preventScrollReset={preventScrollReset}
        />
      </nav>
    </footer>
  )
}

type StepProps = { label: string; to: string | null; icon: typeof IconChevronLeft; preventScrollReset: boolean }

function Step({ label, to, icon: Glyph, preventScrollReset }: StepProps) {
  if (to === null)
    return (
      <ActionIcon variant="default" size={36} disabled aria-label={label}>
        <Glyph size={18} aria-hidden />
      </ActionIcon>
    )
  return (
    <ActionIcon
      component={Link}
      to={to}
      preventScrollReset={preventScrollReset}
      variant="default"
      size={36}
      aria-label={label}
    >
      <Glyph size={18} aria-hidden />
    </ActionIcon>
  )
}

import { ActionIcon, NativeSelect } from '@mantine/core'
import { Link, useNavigate } from '@remix-run/react'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { PAGE_SIZES } from './own-page.ts'
import classes from './profile.module.css'

type Props = { count: number; shown: number; limit: number; page: number }

export function PageFoot({ count, shown, limit, page }: Props) {
  const navigate = useNavigate()
  const from = limit > 0 ? (page - 1) * limit + 1 : 1
  const address = (to: number) => `?limit=${limit}&page=${to}`
  return (
    <footer className={`row cluster ${classes.foot}`}>
      <NativeSelect
        aria-label="Rows per page"
        data={PAGE_SIZES.map((size) => ({ value: String(size), label: size === -1 ? 'All' : `${size} per page` }))}
        value={String(limit)}
        onChange={(event) => navigate(`?limit=${event.currentTarget.value}`)}
      />
      <span className="num">{shown ? `${from}–${from + shown - 1} of ${count}` : `0 of ${count}`}</span>
      <nav aria-label="Pages">
        <Step label="Previous page" to={limit > 0 && page > 1 ? address(page - 1) : null} icon={IconChevronLeft} />
        <Step
          label="Next page"
          to={limit > 0 && page * limit < count ? address(page + 1) : null}
          icon={IconChevronRight}
        />
      </nav>
    </footer>
  )
}

function Step({ label, to, icon: Glyph }: { label: string; to: string | null; icon: typeof IconChevronLeft }) {
  const glyph = <Glyph size={18} aria-hidden />
  return to === null ? (
    <ActionIcon variant="default" size={36} disabled aria-label={label}>
      {glyph}
    </ActionIcon>
  ) : (
    <ActionIcon component={Link} to={to} variant="default" size={36} aria-label={label}>
      {glyph}
    </ActionIcon>
  )
}

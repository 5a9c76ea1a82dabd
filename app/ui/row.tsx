import { Link } from '@remix-run/react'
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './pieces.module.css'

type Props = { lead?: ReactNode; title: ReactNode; meta?: ReactNode; end?: ReactNode; to?: string }

/** One row of a list. With `to`, the whole row is a link. */
export function Row({ lead, title, meta, end, to }: Props) {
  const body = (
    <>
      {lead}
      <div className={classes.rowText}>
        <div className={classes.rowTitle}>{title}</div>
        {meta && <div className={classes.rowMeta}>{meta}</div>}
      </div>
      {end}
      {to && <IconChevronRight size={18} aria-hidden style={{ flex: 'none', opacity: 0.6 }} />}
    </>
  )
  return to ? (
    <Link className={classes.row} to={to}>
      {body}
    </Link>
  ) : (
    <div className={classes.row}>{body}</div>
  )
}

/** @param props.dense for short rows of which a card has several. */
export const Rows = ({ children, dense }: { children: ReactNode; dense?: boolean }) => (
  <div className={classes.divided} data-dense={dense || undefined}>
    {children}
  </div>
)

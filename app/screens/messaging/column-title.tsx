import type { ReactNode } from 'react'
import classes from './messaging.module.css'

/** The heading of a column of the composer, with its number. */
export const ColumnTitle = ({ number, children }: { number: number; children: ReactNode }) => (
  <h2 className={classes.columnTitle}>
    <span className="num" aria-hidden>
      {number}
    </span>
    {children}
  </h2>
)

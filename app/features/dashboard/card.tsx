import type { ReactNode } from 'react'
import classes from './dashboard.module.css'

/** A place of the dashboard; empty ones take none. @param at its order on phones, where there is one column. */
export const Card = ({ at, children }: { at: number; children: ReactNode }) => (
  <div className={classes.place} style={{ order: at }}>
    {children}
  </div>
)

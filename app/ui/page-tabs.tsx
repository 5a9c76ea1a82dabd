import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import classes from './page-tabs.module.css'

/** A tab with a URL; `note` follows the label, such as a count. */
export type PageTab = { to: string; label: string; isCurrent: boolean; note?: ReactNode }

type Props = { label: string; tabs: readonly PageTab[]; preventScrollReset?: boolean }

export const PageTabs = ({ label: of, tabs, preventScrollReset = false }: Props) => (
  <nav className={classes.tabs} aria-label={of}>
    {tabs.map(({ to, label, isCurrent, note }) => (
      <Link
        key={to}
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        prefetch="intent"
        preventScrollReset={preventScrollReset}
      >
        {label}
        {note}
      </Link>
    ))}
  </nav>
)

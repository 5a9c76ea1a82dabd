import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'
import classes from './work-page.module.css'

type Props = {
  title: ReactNode
  meta?: ReactNode
  actions?: ReactNode
  tabs?: ReactNode
  /** Whether a part of the content may grow to the end of the page. */
  fills?: boolean
  children: ReactNode
}

/**
 * A page that fills the width beside the sidebar, with its head above a line. Its content may query the width of the
 * page.
 */
export function WorkPage({ title, meta, actions, tabs, fills, children }: Props) {
  return (
    <div className={classes.page} data-fills={fills || undefined}>
      <div className={classes.head}>
        <PageHead title={title} meta={meta}>
          {actions}
        </PageHead>
        {tabs}
      </div>
      {children}
    </div>
  )
}

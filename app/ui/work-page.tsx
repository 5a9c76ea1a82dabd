import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'
import classes from './work-page.module.css'

/** A page that fills the width beside the sidebar, with its head above a line. Its content may ask for the width of the page. */
export function WorkPage({ title, meta, children }: { title: string; meta: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHead title={title} meta={meta} />
      </div>
      {children}
    </div>
  )
}

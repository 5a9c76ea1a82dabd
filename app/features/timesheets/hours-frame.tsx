import type { ReactNode } from 'react'
import { paths } from '#app/shell/paths.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { PageTabs } from '#app/ui/page-tabs.tsx'
import classes from './timesheets.module.css'

const TABS = [
  { key: 'events', label: 'By event', to: paths.timesheets },
  { key: 'day', label: 'Day sheet', to: '/timesheets/day' },
  { key: 'people', label: 'By person', to: paths.timesheetPeople },
  { key: 'records', label: 'Correct times', to: paths.timesheetRecords },
] as const

type Props = {
  tab: (typeof TABS)[number]['key']
  title?: string
  meta: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function HoursFrame({ tab, title = 'Shifts', meta, actions, children }: Props) {
  return (
    <div className={classes.page}>
      <PageHead title={title} meta={<span className="num">{meta}</span>}>
        {actions}
      </PageHead>
      <PageTabs label="Timesheets" tabs={TABS.map(({ key, ...link }) => ({ ...link, isCurrent: key === tab }))} />
      {children}
    </div>
  )
}

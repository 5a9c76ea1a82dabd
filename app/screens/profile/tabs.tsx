import { Link, useLocation } from '@remix-run/react'
import { paths } from '../../shell/paths.ts'
import { useViewer } from '../../shell/use-root.ts'
import { PageHead } from '../../ui/page-head.tsx'
import classes from './profile.module.css'

/** The order of the tabs is not that of the routes. */
const TABS = [
  { to: paths.profile, label: 'Information' },
  { to: paths.ownShifts, label: 'Shifts' },
  { to: paths.ownRecords, label: 'Records' },
  { to: paths.settings, label: 'Settings' },
] as const

/** Whose profile it is, and its four parts. */
export function ProfileTabs() {
  const viewer = useViewer()
  const here = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHead title={viewer?.name || viewer?.email || 'Profile'} meta={viewer?.name ? viewer.email : undefined} />
      <nav className={classes.tabs} aria-label="Profile">
        {TABS.map(({ to, label }) => (
          <Link key={to} to={to} aria-current={to === here ? 'page' : undefined} prefetch="intent">
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}

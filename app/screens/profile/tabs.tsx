import { Link, useLocation } from '@remix-run/react'
import { paths } from '../../shell/paths.ts'
import { useViewer } from '../../shell/use-root.ts'
import { PageHead } from '../../ui/page-head.tsx'
import classes from './profile.module.css'

const TABS = [
  { to: paths.profile, label: 'Information' },
  { to: paths.ownShifts, label: 'Shifts' },
  { to: paths.ownRecords, label: 'Records' },
  { to: paths.settings, label: 'Settings' },
] as const

/** The profile's heading and its four tabs. */
export function ProfileTabs() {
  const viewer = useViewer()
  const currentPath = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHead title={viewer?.name || viewer?.email || 'Profile'} meta={viewer?.name ? viewer.email : undefined} />
      <nav className={classes.tabs} aria-label="Profile">
        {TABS.map(({ to, label }) => (
          <Link key={to} to={to} aria-current={to === currentPath ? 'page' : undefined} prefetch="intent">
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}

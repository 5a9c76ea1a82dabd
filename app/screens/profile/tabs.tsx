import { useLocation } from '@remix-run/react'
import { paths } from '../../shell/paths.ts'
import { useViewer } from '../../shell/use-root.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { PageTabs } from '../../ui/page-tabs.tsx'

const TABS = [
  { to: paths.profile, label: 'Information' },
  { to: paths.ownShifts, label: 'Shifts' },
  { to: paths.swaps, label: 'Swaps' },
  { to: paths.ownRecords, label: 'Records' },
  { to: paths.ownMessages, label: 'Emails' },
  { to: paths.settings, label: 'Settings' },
] as const

/** The profile's heading and its tabs. */
export function ProfileTabs() {
  const viewer = useViewer()
  const currentPath = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHead title={viewer?.name || viewer?.email || 'Profile'} meta={viewer?.name ? viewer.email : undefined} />
      <PageTabs label="Profile" tabs={TABS.map((tab) => ({ ...tab, isCurrent: tab.to === currentPath }))} />
    </>
  )
}

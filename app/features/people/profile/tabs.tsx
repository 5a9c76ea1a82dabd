import { useLocation } from '@remix-run/react'
import { paths } from '#app/shell/paths.ts'
import { useViewer } from '#app/shell/use-root.ts'
import { PageHead } from '#app/ui/page-head.tsx'
import { PageTabs } from '#app/ui/page-tabs.tsx'

const TABS: readonly { to: string; label: string; holds: readonly string[] }[] = [
  { to: paths.profile, label: 'Information', holds: [] },
  { to: paths.ownShifts, label: 'Shifts', holds: [paths.swaps] },
  { to: paths.ownRecords, label: 'Records', holds: [] },
  { to: paths.settings, label: 'Settings', holds: [paths.ownMessages] },
]

/** The heading and tabs are the specification's; a tab may have further pages. */
export function ProfileTabs() {
  const viewer = useViewer()
  const currentPath = useLocation().pathname.replace(/\/$/, '')
  return (
    <>
      <PageHead title={viewer?.name || viewer?.email || 'Profile'} meta={viewer?.name ? viewer.email : undefined} />
      <PageTabs
        label="Profile"
        tabs={TABS.map(({ holds, ...tab }) => ({ ...tab, isCurrent: [tab.to, ...holds].includes(currentPath) }))}
      />
    </>
  )
}

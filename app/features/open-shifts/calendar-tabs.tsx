import { paths } from '#app/shell/paths.ts'
import { PageTabs } from '#app/ui/page-tabs.tsx'

export const CalendarTabs = ({ current }: { current: 'calendar' | 'open' }) => (
  <PageTabs
    label="Calendar"
    tabs={[
      { to: paths.calendar, label: 'Calendar', isCurrent: current === 'calendar' },
      { to: paths.openShifts, label: 'Open shifts', isCurrent: current === 'open' },
    ]}
  />
)

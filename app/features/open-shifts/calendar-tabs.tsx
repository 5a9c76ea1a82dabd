import { paths } from '#app/shell/paths.ts'
import { PageTabs } from '#app/ui/page-tabs.tsx'

/** The tabs of the calendar: its days, and the open shifts across them. */
export const CalendarTabs = ({ current }: { current: 'calendar' | 'open' }) => (
  <PageTabs
    label="Calendar"
    tabs={[
      { to: paths.calendar, label: 'Calendar', isCurrent: current === 'calendar' },
      { to: paths.openShifts, label: 'Open shifts', isCurrent: current === 'open' },
    ]}
  />
)

import { paths } from './paths.ts'

let lastDay: string | undefined

/** Notes the day that its page shows, for as long as the document lives. Never called while the server draws. */
export function rememberDay(day: string): void {
  lastDay = day
}

/** The tab of days opens the one that was looked at last, or today; on the page of a day, that of months opens its month. */
export function calendarTabs<T extends { to: string }>(tabs: readonly T[], pathname: string, today: string): T[] {
  const [shown] = pathname.startsWith(paths.calendarDays) ? pathname.slice(paths.calendarDays.length).split('/') : []
  return tabs.map((tab) => {
    if (tab.to === paths.calendarDays) return { ...tab, to: paths.calendarDay(shown ?? lastDay ?? today) }
    return tab.to === paths.calendar && shown ? { ...tab, to: paths.calendarMonth(shown.slice(0, 7)) } : tab
  })
}

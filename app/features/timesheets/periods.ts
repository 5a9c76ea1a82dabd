import { addDays } from '#server/engine/kernel/days/rules.ts'

export type PresetPeriod = { label: string; start: string; end: string }

/** @param today `YYYY-MM-DD` on the site's calendar; all days are. */
export function presetPeriods(today: string): PresetPeriod[] {
  const year = Number(today.slice(0, 4))
  const month = `${today.slice(0, 8)}01`
  const endOfLastMonth = addDays(month, -1)
  return [
    { label: 'This month', start: month, end: today },
    { label: 'Last month', start: `${endOfLastMonth.slice(0, 8)}01`, end: endOfLastMonth },
    { label: 'This year', start: `${year}-01-01`, end: today },
    { label: 'Last year', start: `${year - 1}-01-01`, end: `${year - 1}-12-31` },
  ]
}

/** "7 h 30 min"; empty for none. @param minutes whole minutes */
export function durationText(minutes: unknown): string {
  if (typeof minutes !== 'number') return ''
  const hours = Math.floor(minutes / 60)
  return [hours && `${hours} h`, minutes % 60 && `${minutes % 60} min`].filter(Boolean).join(' ')
}

/** "7 h 45 min", "0 h". @param hours as stored, with decimals */
export const hoursText = (hours: number): string => durationText(Math.round(hours * 60)) || '0 h'

/** "5 years", "18 months". @param months whole months */
export function monthsText(months: number): string {
  const [n, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month']
  return `${n} ${unit}${n === 1 ? '' : 's'}`
}

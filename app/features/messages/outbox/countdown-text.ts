const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`

/** "in 3 days", "in 2 hours 5 minutes", "in 9 seconds"; "now" when it is due. @param ms from now. */
export function countdownText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 0) return 'now'
  if (seconds < MINUTE_S) return `in ${count(seconds, 'second')}`
  if (seconds >= 2 * DAY_S) return `in ${count(Math.floor(seconds / DAY_S), 'day')}`
  const [hours, minutes] = [Math.floor(seconds / HOUR_S), Math.floor((seconds % HOUR_S) / MINUTE_S)]
  const parts = [hours ? count(hours, 'hour') : '', minutes ? count(minutes, 'minute') : '']
  return `in ${parts.filter(Boolean).join(' ')}`
}

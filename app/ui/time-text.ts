const four = (hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`

/** What is a time already while it is being typed: "0930", "09:30", "9:30". @returns HH:MM of 24 hours, or null */
export function wholeTime(text: string): string | null {
  const [, hour, minute] = /^(\d\d):?(\d\d)$/.exec(text) ?? /^(\d):(\d\d)$/.exec(text) ?? []
  return hour && minute && Number(hour) < 24 && Number(minute) < 60 ? four(hour, minute) : null
}

/**
 * What somebody meant who stops typing: "9", "930", "9.30", "9:30 pm". Nothing is guessed beyond that.
 * @returns HH:MM of 24 hours, '' for nothing, null for what is no time
 */
export function readTime(text: string): string | null {
  const plain = text.trim().toLowerCase()
  if (!plain) return ''
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?:[:.h ]?(\d\d))?\s*(am|pm)?$/.exec(plain) ?? []
  if (!hour || Number(minute) > 59) return null
  if (!half) return Number(hour) < 24 ? four(hour, minute) : null
  if (Number(hour) < 1 || Number(hour) > 12) return null
  return four(String((Number(hour) % 12) + (half === 'pm' ? 12 : 0)), minute)
}

/** The time a step of minutes later or earlier; the day has no end. @param time HH:MM, or '' for midnight */
export function stepTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time ? time.split(':').map(Number) : []
  const next = (hour * 60 + minute + minutes + 1440) % 1440
  return four(String(Math.floor(next / 60)), String(next % 60).padStart(2, '0'))
}

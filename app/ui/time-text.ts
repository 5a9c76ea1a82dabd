const formatTime = (hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`

/** Recognises a complete time while it is being typed: "0930", "09:30", "9:30". @returns HH:MM (24 hours), or null */
export function completeTime(text: string): string | null {
  const [, hour, minute] = /^(\d\d):?(\d\d)$/.exec(text) ?? /^(\d):(\d\d)$/.exec(text) ?? []
  return hour && minute && Number(hour) < 24 && Number(minute) < 60 ? formatTime(hour, minute) : null
}

/**
 * Parses a typed time: "9", "930", "9.30", "9:30 pm".
 * @returns HH:MM (24 hours), '' for empty text, null for anything else
 */
export function parseTime(text: string): string | null {
  const normalised = text.trim().toLowerCase()
  if (!normalised) return ''
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?:[:.h ]?(\d\d))?\s*(am|pm)?$/.exec(normalised) ?? []
  if (!hour || Number(minute) > 59) return null
  if (!half) return Number(hour) < 24 ? formatTime(hour, minute) : null
  if (Number(hour) < 1 || Number(hour) > 12) return null
  return formatTime(String((Number(hour) % 12) + (half === 'pm' ? 12 : 0)), minute)
}

/** Adds minutes to a time, wrapping at midnight. @param time HH:MM, or '' for midnight */
export function stepTime(time: string, minutes: number): string {
  const [hour = 0, minute = 0] = time ? time.split(':').map(Number) : []
  const next = (hour * 60 + minute + minutes + 1440) % 1440
  return formatTime(String(Math.floor(next / 60)), String(next % 60).padStart(2, '0'))
}

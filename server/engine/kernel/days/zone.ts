const known = new Map<string, boolean>()
/** More names than there are zones, so that no caller can fill the memory. */
const MAX_KNOWN = 1000

/** Whether a text is the name of a time zone (`Europe/London`). */
export function isZone(text: string): boolean {
  const found = known.get(text) ?? canFormat(text)
  if (known.size < MAX_KNOWN && text.length <= 60) known.set(text, found)
  return found
}

function canFormat(text: string): boolean {
  if (text.length > 60 || !/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/.test(text)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }))
  } catch {
    return false
  }
}

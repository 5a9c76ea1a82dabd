type Asked = {
  to: string
  /** Whom it is written to; empty where the club names nobody. */
  contact: string
  event: string
  assignment: string
  /** The day and the times, as the reader sees them. */
  date: string
  times: string
  /** Who asks. */
  name: string
}

/** Returns the address of a prepared email that asks the coordinator for other times on a shift. */
export function otherTimesMail({ to, contact, event, assignment, date, times, name }: Asked): string {
  const shift = [event, assignment].filter(Boolean).join(', ')
  const lines = [
    `Hello${contact && ` ${contact}`},`,
    '',
    `I am on ${shift}, ${date}, ${times}.`,
    'I would like to come at __:__ and leave at __:__ instead. Is that possible?',
    '',
    name,
  ]
  const subject = `Other times: ${event}, ${date}`
  return `mailto:${encodeURIComponent(to).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`
}

/** An event as calendar websites accept it. Instants are ISO, UTC. */
export type LinkedEvent = { title: string; start: string; end: string; location: string; details: string }

const compactInstant = (instant: string) => instant.replace(/[-:]|\.\d+/g, '')

export function calendarLinks({ title, start, end, location, details }: LinkedEvent): { name: string; href: string }[] {
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${compactInstant(start)}/${compactInstant(end)}`,
    location,
    details,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: start,
    enddt: end,
    location,
    body: details,
  })
  return [
    { name: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook', href: `https://outlook.live.com/calendar/0/action/compose?${outlook}` },
    { name: 'Microsoft 365', href: `https://outlook.office.com/calendar/0/action/compose?${outlook}` },
  ]
}

/** How late the subscription shows a change: each calendar decides how often it looks. */
export const CALENDAR_DELAY = 'Google looks for changes only once or twice a day.'

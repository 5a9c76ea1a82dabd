import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { siteTimes } from '#server/engine/kernel/site-times.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { Feed, FeedEntry } from './queries.ts'

export const statusOf = ({ cancelled, asked }: Pick<FeedEntry, 'cancelled' | 'asked'>): ICalEventStatus =>
  cancelled ? ICalEventStatus.CANCELLED : asked ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED

const REFRESH_S = 3600

/**
 * Renders a feed (RFC 5545; RFC 7986 for name and refresh). Its UIDs match those in mails; a removed shift stays as
 * CANCELLED with a higher SEQUENCE. Times are of the site's zone.
 * @param origin of the site's pages.
 * @param host in the UIDs.
 */
export function writeFeed(
  feed: Feed,
  site: Pick<Site, 'name' | 'timezone'>,
  origin: string,
  host = new URL(origin).hostname,
): string {
  const { timezone, timesOf } = siteTimes(site.timezone, feed.entries)
  const calendar = ical({
    timezone,
    name: `${site.name}: my shifts`,
    prodId: { company: 'Watchbill', product: 'Watchbill', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_S,
  })
  for (const entry of feed.entries) {
    const name = eventName(entry.name)
    calendar.createEvent({
      id: `shift-${entry.shift}@${host}`,
      sequence: entry.sequence,
      stamp: entry.changed_at,
      lastModified: entry.changed_at,
      ...timesOf(entry),
      summary: [name, entry.assignment].filter(Boolean).join(': '),
      location: entry.location || null,
      url: entry.event === null ? null : `${origin}/events/${entry.event}`,
      status: statusOf(entry),
    })
  }
  return calendar.toString()
}

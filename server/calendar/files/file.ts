import ical, { ICalCalendarMethod } from 'ical-generator'
import { siteTimes } from '#server/engine/kernel/site-times.ts'
import { statusOf } from '../feed/write.ts'

/** Instants are ISO; texts may contain anything. */
export type FileEntry = {
  uid: string
  sequence: number
  start: string
  end: string
  summary: string
  location: string
  description: string
  url: string | null
  cancelled: boolean
  asked: boolean
  changed: string
}

const line = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/**
 * Renders a calendar file (RFC 5545): the site's times, permanent UIDs, a SEQUENCE that rises with each change,
 * cancelled entries as CANCELLED. For information only: METHOD PUBLISH, never REQUEST.
 */
export function calendarFile(
  entries: readonly FileEntry[],
  { name, now, zone }: { name: string; now: Date; zone: string },
): string {
  const { timezone, timesOf } = siteTimes(zone, entries)
  const calendar = ical({
    name: line(name),
    timezone,
    prodId: { company: 'Watchbill', product: 'Watchbill', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  })
  for (const entry of entries)
    calendar.createEvent({
      id: entry.uid,
      sequence: entry.sequence,
      stamp: now,
      lastModified: new Date(entry.changed),
      ...timesOf(entry),
      summary: line(entry.summary),
      location: line(entry.location) || null,
      description: entry.description.replace(/\r/g, '') || null,
      url: entry.url,
      status: statusOf(entry),
    })
  return calendar.toString()
}

export const CALENDAR_HEADERS = { 'content-type': 'text/calendar; charset=utf-8' } as const

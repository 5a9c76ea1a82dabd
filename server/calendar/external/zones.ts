import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { type Part, textOf } from './content-lines.ts'
import { WINDOWS_ZONES } from './windows-zones.gen.ts'

/** Converts between wall-clock times and instants (milliseconds since the epoch). */
export type Zone = { instantOf(wall: ICAL.Time): number; wallOf(instant: number): ICAL.Time }

/** `site` for dates; `named` for times, where null means the calendar's own zone. */
export type Zones = { site: Zone; utc: Zone; named: (tzid: string | null) => Zone }

/** Thrown for an unknown zone: its events are skipped, not guessed. */
export class UnknownZone extends Error {
  readonly zone: string
  constructor(zone: string) {
    super(`Unknown zone: ${zone}`)
    this.zone = zone
  }
}

/** More definitions than any calendar has. */
const MAX_ZONE_PARTS = 500

/** Reads a calendar's own zones, by name. Skips unnamed and unusable ones, and those whose clocks change too often. */
function definedZones(calendar: Part): ReadonlyMap<string, Zone> {
  const zones = new Map<string, Zone>()
  let parts = 0
  for (const part of calendar.parts) {
    const tzid = part.name === 'vtimezone' ? textOf(part, 'tzid').trim() : ''
    parts += part.name === 'vtimezone' ? part.parts.length : 0
    if (!tzid || parts > MAX_ZONE_PARTS) continue
    const component = new ICAL.Component('vtimezone')
    component.addPropertyWithValue('tzid', tzid)
    for (const { name, lines } of part.parts) {
      const text = lines.map((line) => `${line.name}${line.params}:${line.value}`)
      const clock = readClock([`BEGIN:${name}`, ...text, `END:${name}`].join('\r\n'))
      if (clock) component.addSubcomponent(clock)
    }
    if (component.getAllSubcomponents().length) zones.set(tzid, definedZone(new ICAL.Timezone({ component, tzid })))
  }
  return zones
}

function readClock(text: string): ICAL.Component | null {
  try {
    const clock = new ICAL.Component(ICAL.parse(text) as unknown[])
    const isComplete = ['dtstart', 'tzoffsetfrom', 'tzoffsetto'].every((name) => clock.getFirstPropertyValue(name))
    return isComplete && clock.getAllProperties('rrule').every(isYearly) ? clock : null
  } catch {
    return null
  }
}

function isYearly(property: ICAL.Property): boolean {
  const rule = property.getFirstValue()
  if (!(rule instanceof ICAL.Recur) || rule.freq !== 'YEARLY') return false
  return !['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYYEARDAY', 'BYWEEKNO'].some((part) => part in rule.parts)
}

/**
 * Resolves a calendar's zones: its own definitions, else the system's. Times without a zone use X-WR-TIMEZONE, else the
 * site's.
 * @param known shared by the calendars of a file (`createKnownZones`).
 * @throws UnknownZone from `named`.
 */
export function createZones(calendar: Part, siteZone: string, known: (name: string) => Zone | null): Zones {
  const own = textOf(calendar, 'x-wr-timezone').trim()
  let defined: ReadonlyMap<string, Zone> | undefined
  const named = (tzid: string | null): Zone => {
    const name = tzid ?? own
    if (!name) return site
    defined ??= definedZones(calendar)
    const zone = defined.get(name) ?? known(name)
    if (!zone) throw new UnknownZone(cutText(name, 60))
    return zone
  }
  const [site, utc] = [siteZone, 'UTC'].map((name) => known(name)!) as [Zone, Zone]
  return { site, utc, named }
}

export function createKnownZones(): (name: string) => Zone | null {
  const found = new Map<string, Zone | null>()
  return (name) => {
    let zone = found.get(name)
    if (zone === undefined) {
      const known = knownZone(name)
      zone = known === null ? null : namedZone(known)
      found.set(name, zone)
    }
    return zone
  }
}

const MAX_NAME = 200
const OFFSET = /^(?:utc|gmt)([+-])(\d{1,2})(?::?(\d\d))?$/

/**
 * Finds a system zone by IANA name (also behind a prefix, `/vendor.example/2026/Europe/London`), Windows name,
 * Microsoft's display text, or fixed offset from UTC.
 */
export function knownZone(name: string): string | null {
  if (name.length > MAX_NAME) return null
  const windows = WINDOWS.get(windowsKey(name))
  if (windows) return windows
  const steps = name.split('/')
  for (let from = Math.max(0, steps.length - 3); from < steps.length; from++) {
    const zone = ianaZone(steps.slice(from).join('/'))
    if (zone) return zone
  }
  const [, sign, hours, minutes] = OFFSET.exec(name.toLowerCase().replace(/[()\s]/g, '')) ?? []
  return hours ? ianaZone(`${sign}${hours.padStart(2, '0')}:${minutes ?? '00'}`) : null
}

function ianaZone(name: string): string | null {
  if (!/^(?:[A-Za-z][\w+-]*(?:\/[\w+-]+)*|[+-]\d\d:\d\d)$/.test(name)) return null
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}

const PREFIX = /^\((utc|gmt)[^)]{0,12}\) ?/

/** Normalises `(UTC-05:00) Eastern Time (US & Canada)` and `Eastern Daylight Time` across programs. */
const windowsKey = (name: string) =>
  name
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim()
    .replace(PREFIX, '')
    .replace(' daylight time', ' standard time')
    .replace(' & ', ' and ')

const WINDOWS = new Map(
  WINDOWS_ZONES.flatMap(([name, zone, ...shown]) => [name, ...shown].map((text) => [windowsKey(text), zone] as const)),
)

const definedZone = (zone: ICAL.Timezone): Zone => ({
  instantOf: (wall) => {
    const time = ICAL.Time.fromData({ ...fieldsOf(wallMs(wall)), isDate: false }, zone)
    return time.toUnixTime() * 1000
  },
  wallOf: (instant) => {
    const utc = ICAL.Time.fromData({ ...fieldsOf(instant), isDate: false }, ICAL.Timezone.utcTimezone)
    return wallAt(wallMs(utc.convertToZone(zone)))
  },
})

const DAY_MS = 86_400_000

/** No zone changes its clocks twice within so many days. */
const SPAN_DAYS = 8

/** Caches the offset of spans without a change, since a conversion is slow. */
function namedZone(name: string): Zone {
  const exact = (ms: number) => {
    const { year, month, day, hour, minute, second } = fieldsOf(ms)
    const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second })
    return wall.toZonedDateTime(name).epochMilliseconds
  }
  const differences = new Map<number, number | null>()
  const differenceIn = (span: number) => {
    const known = differences.get(span)
    if (known !== undefined) return known
    const [first, last] = [span * SPAN_DAYS - 1, (span + 1) * SPAN_DAYS + 1]
    const [before, after] = [first, last].map((day) => day * DAY_MS - exact(day * DAY_MS)) as [number, number]
    const difference = before === after ? before : null
    differences.set(span, difference)
    return difference
  }
  return {
    instantOf: (wall) => {
      const ms = wallMs(wall)
      const difference = differenceIn(Math.floor(ms / (SPAN_DAYS * DAY_MS)))
      return difference === null ? exact(ms) : ms - difference
    },
    wallOf: (instant) => {
      const { year, month, day, hour, minute, second } =
        Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name)
      return ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false })
    },
  }
}

/** Milliseconds of the wall clock, as if it were UTC. */
export const wallMs = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second)

export const wallAt = (ms: number, isDate = false): ICAL.Time => ICAL.Time.fromData({ ...fieldsOf(ms), isDate })

function fieldsOf(ms: number) {
  const date = new Date(ms)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  }
}

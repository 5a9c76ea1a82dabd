import type { SerializeFrom } from '@remix-run/node'
import { useMatches, useNavigation, useRouteLoaderData } from '@remix-run/react'
import { createContext, useContext, useMemo } from 'react'
import { shortDateFormat } from '#server/engine/kernel/days/short-date.pure.ts'
import {
  dayParts,
  daysUntil,
  daysUntilDay,
  formatDay,
  formatFullRange,
  formatInstant,
  formatRange,
  formatShiftRange,
} from '../ui/date-format.ts'
import { agoText, endText, sinceText } from '../ui/since-text.ts'
import { dayIn } from '../ui/wall-clock.ts'
import { paths } from './paths.ts'
import type { PublicSite, RootData, Viewer } from './root-data.ts'
import { titleOf } from './title.ts'

/** The next data of the page, while the view is being switched. */
export const SwitchedRoot = createContext<RootData | undefined>(undefined)

export function useRoot(): RootData | undefined {
  const loaded = useRouteLoaderData('root') as RootData | undefined
  return useContext(SwitchedRoot) ?? loaded
}

/** The page's data without admin-only parts while its viewer switches to the user view; else undefined. */
export function useSwitchedRoot(): RootData | undefined {
  const root = useRoot()
  const { formAction, formData } = useNavigation()
  const leaves =
    formAction !== undefined &&
    new URL(formAction, 'http://own').pathname === paths.viewAs &&
    formData?.get('view') === 'user'
  return useMemo(
    () => (leaves && root?.viewer ? { ...root, viewer: { ...root.viewer, role: 'user' } } : undefined),
    [leaves, root],
  )
}

export function useSite(): PublicSite {
  const site = useRoot()?.site
  if (!site) throw new Error('There is no site on this page.')
  return site
}

export const useViewer = (): Viewer | null => useRoot()?.viewer ?? null

/** The day at the site, `YYYY-MM-DD`. */
export function useToday(): string {
  const root = useRoot()
  return root?.now ? dayIn(root.now, root.site?.timezone ?? 'UTC') : ''
}

/** Whether to show admin-only parts; false for an admin in the user view. */
export const useSeesAdminView = () => useViewer()?.role === 'admin'

export type DateSettings = { dateFormat: string; timeFormat: string }

/** The formats of the person whose link opened the page; without one the viewer's hold. */
export const LinkFormats = createContext<DateSettings | null>(null)

/** Formatting bound to the site's zone, the viewer's formats and the server's clock. */
export function useDateFormats() {
  const root = useRoot()
  const ofLink = useContext(LinkFormats)
  return useMemo(() => {
    const settings = ofLink ?? root?.viewer?.settings
    return dateFormats({ zone: root?.site?.timezone, now: root?.now, settings })
  }, [root, ofLink])
}

type Reader = { zone: string | undefined; now: string | undefined; settings: DateSettings | undefined }

/** Formats of a reader; without settings the default ones, and without a clock each instant is now. */
export function dateFormats({ zone = 'UTC', now: clock, settings }: Reader) {
  const { dateFormat: date, timeFormat: time } = settings ?? {
    dateFormat: 'ddd D MMM YYYY',
    timeFormat: 'h:mm a',
  }
  // A line never breaks inside a time.
  const shownTime = time.replace(' ', '\u00a0')
  const shortDayFormat = (day: string) => shortDateFormat(date, day, clock ? dayIn(clock, zone) : day)
  const shortFormat = (instant: string) => shortDayFormat(dayIn(instant, zone))
  return {
    zone,
    dateFormat: date,
    timeFormat: time,
    time: (instant: string) => formatInstant(instant, zone, shownTime),
    date: (instant: string) => formatInstant(instant, zone, date),
    /** The short form: no year within 300 days, unless the format is numeric. */
    short: (instant: string) => formatInstant(instant, zone, shortFormat(instant)),
    /** A calendar day, `YYYY-MM-DD`, which is the same in every zone. */
    day: (day: string, format = date) => formatDay(day, format),
    shortTime: (instant: string) => formatInstant(instant, zone, `${shortFormat(instant)}, ${shownTime}`),
    shortDay: (day: string) => formatDay(day, shortDayFormat(day)),
    dateTime: (instant: string) => formatInstant(instant, zone, `${date} ${shownTime}`),
    format: (instant: string, format: string) => formatInstant(instant, zone, format),
    range: (start: string, end: string) => formatRange(start, end, zone, { time: shownTime, date: shortFormat(end) }),
    /** The times of a shift under its event, with its day where that differs, or where it lies outside. */
    within: (shift: { start: string; end: string; outside?: boolean }, event: { start: string }) =>
      formatShiftRange(shift, event, zone, { time: shownTime, date: shortFormat(shift.end) }),
    whole: (start: string, end: string) =>
      formatFullRange(start, end, zone, { time: shownTime, date: shortFormat(end) }),
    parts: (instant: string) => dayParts(instant, zone),
    /** The end of a shift that began at `start`, with the day where that differs. */
    end: (end: string, start: string, now = clock ?? end) =>
      endText(end, { start, now, zone, time: shownTime, date: shortFormat(end) }),
    since: (instant: string, now = clock ?? instant) =>
      sinceText(instant, now, zone, { time, date: shortFormat(instant) }),
    ago: (instant: string) => agoText(instant, clock ?? instant, zone, { time, date: shortFormat(instant) }),
    isPast: (instant: string) => Date.parse(instant) <= Date.parse(clock ?? instant),
    until: (instant: string) => daysUntil(clock ?? instant, instant, zone),
    untilDay: (day: string) => daysUntilDay(clock ?? `${day}T00:00Z`, day, zone),
  }
}

/**
 * The meta of every route with a page (specification 3). `auth`: whether it needs sign-in; `framed`: without header and
 * sidebar.
 */
export type RouteMeta = { title: string; auth: boolean; framed: boolean }

export type RouteHandle = RouteMeta & {
  /** Name of the page's record, such as an event or a person, from its data. `day` formats a date for the reader. */
  nameOf?: (data: unknown, day: (date: string) => string) => string
  /** Whether the page names the club: signed-out visitors see no header above it. */
  ownBand?: boolean
  width?: string
  /** Whether the screen needs the width: the sidebar starts as the rail of 56 px. */
  rail?: boolean
  /** Whether the framed page is sent without scripts. */
  scriptless?: boolean
}

/** The handle of a route with a `nameOf`, which reads the data of its loader. */
export type PageHandle<Loader> = Omit<RouteHandle, 'nameOf'> & {
  nameOf: (data: SerializeFrom<Loader>, day: (date: string) => string) => string
}

/** Merges the handles of this page's routes; deeper routes override. */
export function useHandle(): Partial<RouteHandle> {
  return Object.assign({}, ...useMatches().map((match) => match.handle)) as Partial<RouteHandle>
}

export function usePageTitle(): string | undefined {
  const named = useMatches().findLast(({ handle }) => (handle as RouteHandle | undefined)?.nameOf)
  const { title } = useHandle()
  const { day } = useDateFormats()
  return titleOf(title, named?.data === undefined ? undefined : (named.handle as RouteHandle).nameOf?.(named.data, day))
}

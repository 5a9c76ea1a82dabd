import { useMatches, useRouteLoaderData } from '@remix-run/react'
import { useMemo } from 'react'
import { dayParts, daysUntil, formatInstant, formatRange, formatWhole } from '../ui/when.ts'
import type { PublicSite, RootData, Viewer } from './root-data.ts'

export const useRoot = () => useRouteLoaderData('root') as RootData | undefined

/** The site of this page. Only pages inside the shell may ask: there it is always known. */
export function useSite(): PublicSite {
  const site = useRoot()?.site
  if (!site) throw new Error('There is no site on this page.')
  return site
}

export const useViewer = (): Viewer | null => useRoot()?.viewer ?? null

/** How the page is drawn: what only admins see is left out for everybody else, and for an admin who switched to user. */
export const useDrawnAsAdmin = () => useViewer()?.role === 'admin'

/** Formatting bound to the site's zone, the viewer's formats and the server's clock. */
export function useWhen() {
  const root = useRoot()
  return useMemo(() => {
    const zone = root?.site?.timezone ?? 'UTC'
    const { dateFormat: date, timeFormat: time } = root?.viewer?.settings ?? {
      dateFormat: 'ddd D MMM YYYY',
      timeFormat: 'h:mm a',
    }
    return {
      zone,
      dateFormat: date,
      timeFormat: time,
      time: (instant: string) => formatInstant(instant, zone, time),
      date: (instant: string) => formatInstant(instant, zone, date),
      dateTime: (instant: string) => formatInstant(instant, zone, `${date} ${time}`),
      format: (instant: string, format: string) => formatInstant(instant, zone, format),
      range: (start: string, end: string) => formatRange(start, end, zone, { time, date: 'ddd D MMM' }),
      whole: (start: string, end: string) => formatWhole(start, end, zone, { time, date: 'ddd D MMM' }),
      parts: (instant: string) => dayParts(instant, zone),
      until: (instant: string) => daysUntil(root?.now ?? instant, instant, zone),
    }
  }, [root])
}

export type RouteHandle = {
  title?: string
  framed?: boolean
  width?: string
  /** In a frame the page is sent without scripts. */
  scriptless?: boolean
}

/** What the routes of this page say about its frame; a deeper route has the last word. */
export function useHandle(): RouteHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle)) as RouteHandle
}

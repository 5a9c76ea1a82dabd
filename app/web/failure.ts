import type { Log } from '#server/engine/kernel/log.ts'
import { CAUGHT, routeOfData } from './remix-protocol.ts'

/** The data of a site, which every page needs first, could not be read: the database is unreachable or faulty. */
export class SiteUnread extends Error {
  constructor(cause: unknown) {
    super('This site’s data could not be read.', { cause })
  }
}

/** The club has moved. `sameName`: its name leads there as soon as the records of its domain are known everywhere. */
export class SiteMoved extends Error {
  constructor(
    readonly origin: string,
    readonly sameName: boolean,
  ) {
    super(`This club has moved to ${origin}.`)
  }
}

/** Response to an error that the route pipeline could not translate: a page for a browser, else JSON. */
export type Failure = {
  status: number
  headers: Record<string, string>
  /** `refresh`: the browser reloads the page automatically after so many seconds. */
  page: { title: string; heading?: string; text?: string; link?: string; refresh?: number }
  body: { detail: string; request_id?: string; moved_to?: string }
}

/** Describes a failure with its request id and without a stack, and logs it. `url` is the requested URL. */
export function failureOf(
  error: unknown,
  { url, requestId, log }: { url: string; requestId: string; log: Log },
): Failure {
  const { code, message, extras } = error as { code?: string; message?: string; extras?: { retryAfter?: number } }
  if (error instanceof URIError)
    return {
      status: 400,
      headers: {},
      page: { title: 'Page not found', text: 'This address cannot be read.' },
      body: { detail: 'This address cannot be read.' },
    }
  if (error instanceof SiteMoved) return movedFailure(error, url)
  if (code === 'throttled') {
    // An open page shows its 429 page; rendering another would add to the load.
    const caught = routeOfData(url) === null ? {} : CAUGHT
    return {
      status: 429,
      headers: { 'retry-after': String(extras?.retryAfter ?? 60), ...caught },
      page: {
        title: 'Request Throttled',
        text: 'There were too many requests in a short time. Please wait a moment.',
      },
      body: { detail: message ?? '' },
    }
  }
  const refused = refusalOf(error)
  if (refused)
    return {
      status: refused,
      headers: {},
      page: { title: 'Not possible', text: 'This request cannot be answered.' },
      body: { detail: 'This request cannot be answered.' },
    }
  log.error({ err: error, request_id: requestId }, 'unhandled error')
  if (error instanceof SiteUnread)
    return {
      status: 503,
      headers: { 'retry-after': '2' },
      page: {
        title: 'This site can’t be read',
        text: 'This page will try again in a few seconds.',
        refresh: 5,
      },
      body: { detail: error.message, request_id: requestId },
    }
  if (code === 'unavailable')
    return {
      status: 503,
      headers: { 'retry-after': '2' },
      page: { title: 'Not available', text: 'This page will try again in a few seconds.', refresh: 5 },
      body: { detail: 'The service is not available for a moment.', request_id: requestId },
    }
  return {
    status: 500,
    headers: {},
    page: { title: 'Server Error', text: 'Something went wrong on our side. Please try again.' },
    body: { detail: 'Something went wrong.', request_id: requestId },
  }
}

/** Calendars and programs try again and keep what they have, in place of giving up. */
function movedFailure({ message, origin, sameName }: SiteMoved, url: string): Failure {
  const there = URL.canParse(url, origin) && new URL(url, origin).origin === origin ? new URL(url, origin).href : origin
  return {
    status: 503,
    headers: { 'retry-after': '60', ...(routeOfData(url) !== null && CAUGHT) },
    page: sameName
      ? { title: 'This club is moving', text: 'This page will try again in a minute.', refresh: 60 }
      : { title: 'This club has moved', text: 'It has a new address:', link: there },
    body: { detail: message, moved_to: origin },
  }
}

/** The 4xx of a part of the server that refused the request, such as an invalid range of a file; else null. */
function refusalOf(error: unknown): number | null {
  const { status, expose } = error as { status?: unknown; expose?: unknown }
  return expose === true && typeof status === 'number' && status >= 400 && status < 500 ? status : null
}

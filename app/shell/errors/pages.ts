import { paths } from '../paths.ts'

export type ErrorPage = { title: string; text: string }

const PAGES: Record<number, ErrorPage> = {
  0: {
    title: 'No connection',
    text: 'Network Error Connecting to Server. Please check your connection or try again later.',
  },
  403: {
    title: 'Not Authorized',
    text: 'You do not have permission to view this page or to complete the last action. If you need access, ask the club.',
  },
  404: {
    title: 'Page not found',
    text: 'There is nothing at this address. It may have moved, or the link may be incomplete.',
  },
  429: {
    title: 'Request Throttled',
    text: 'There were too many requests in a short time. Please wait a moment and try again.',
  },
  500: { title: 'Server Error', text: 'Something went wrong on our side. Please try again.' },
  503: { title: 'Not available', text: 'The service is not available for a moment. Please try again.' },
}

export const errorPage = (status: number): ErrorPage => PAGES[status] ?? PAGES[500]!

/** The page to retry: the one where the error happened, never an error page. `from`: its path and query. */
export const pageToRetry = (from: string): string => (/^\/(403|404|429|500)(\?|$)/.test(from) ? paths.dashboard : from)

/** Extracts the API's message: `detail`, else the messages by field, else the text unchanged. */
export function apiErrorText(body: unknown): string | null {
  if (body == null || body === '') return null
  if (typeof body === 'string') return body
  if (typeof body !== 'object') return String(body)
  const { detail, message, request_id, ...fields } = body as Record<string, unknown>
  const text = detail ?? message ?? (Object.keys(fields).length > 0 ? JSON.stringify(fields) : null)
  const parts = [text === null ? null : String(text), request_id ? `Request ${String(request_id)}` : null].filter(
    Boolean,
  )
  return parts.length > 0 ? parts.join(' ') : null
}

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

/** The page for a status; whatever has none of its own is the server's fault. */
export const errorPage = (status: number): ErrorPage => PAGES[status] ?? PAGES[500]!

/** What failed, in the API's own words: `detail`, else every message under its field, else the text as it came. */
export function apiWords(body: unknown): string | null {
  if (body == null || body === '') return null
  if (typeof body === 'string') return body
  if (typeof body !== 'object') return String(body)
  const { detail, message, request_id, ...fields } = body as Record<string, unknown>
  const said = detail ?? message ?? (Object.keys(fields).length > 0 ? JSON.stringify(fields) : null)
  const parts = [said === null ? null : String(said), request_id ? `Request ${String(request_id)}` : null].filter(
    Boolean,
  )
  return parts.length > 0 ? parts.join(' ') : null
}

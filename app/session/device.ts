import type { Device } from '#server/accounts/sessions/sessions.ts'
import { cookieMatching, DEVICE_COOKIE } from './cookies.ts'

/** The client's network address, as found by the edge. */
export const addressOf = (request: Request): string | null => request.headers.get('x-watchbill-client-ip')

export const deviceOf = (request: Request): Device => ({
  ip: addressOf(request),
  user_agent: request.headers.get('user-agent'),
  known: cookieMatching(request.headers.get('cookie'), DEVICE_COOKIE, /^[\w.~-]{1,400}$/),
})

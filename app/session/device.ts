import type { Device } from '#server/accounts/sessions/sessions.ts'
import { cookieMatching, DEVICE_COOKIE } from './cookies.ts'

/** The network address of a request's client, as the edge found it. */
export const addressOf = (request: Request): string | null => request.headers.get('x-watchbill-client-ip')

/** Describes the device of a request, so that its owner recognises the session in a list. */
export const deviceOf = (request: Request): Device => ({
  ip: addressOf(request),
  user_agent: request.headers.get('user-agent'),
  known: cookieMatching(request.headers.get('cookie'), DEVICE_COOKIE, /^[\w.~-]{1,400}$/),
})

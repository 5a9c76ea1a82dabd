import type { Device } from '#server/accounts/sessions.ts'
import { cookieMatching } from './cookie-values.ts'

const NAME = '__Host-device'

/** Marks the device as known for half a year after the last sign-in; only the device keeps the mark. */
export const deviceCookie = (known: string) =>
  `${NAME}=${known}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${180 * 86_400}`

/** The network address of a request's client, as the edge found it. */
export const addressOf = (request: Request): string | null => request.headers.get('x-watchbill-client-ip')

/** Describes the device of a request, so that its owner recognises the session in a list. */
export const deviceOf = (request: Request): Device => ({
  ip: addressOf(request),
  user_agent: request.headers.get('user-agent'),
  known: cookieMatching(request.headers.get('cookie'), NAME, /^[\w.~-]{1,400}$/),
})

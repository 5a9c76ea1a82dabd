import type { Device } from '#server/accounts/sessions.ts'
import { cookieMatching } from './cookie-values.ts'

const NAME = '__Host-device'

/** Kept for half a year after the last sign-in, on the device only. */
export const deviceCookie = (known: string) =>
  `${NAME}=${known}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${180 * 86_400}`

/** What a session remembers of the device, so that its owner recognises it in a list. The address is set by the edge. */
export const deviceOf = (request: Request): Device => ({
  ip: request.headers.get('x-watchbill-client-ip'),
  user_agent: request.headers.get('user-agent'),
  known: cookieMatching(request.headers.get('cookie'), NAME, /^[\w.~-]{1,400}$/),
})

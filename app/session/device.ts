import type { Device } from '#server/accounts/sessions.ts'
import { cookieMatching } from './cookie-values.ts'

const NAME = '__Host-device'

/** Marks the device as known for half a year after the last sign-in; only the device keeps the mark. */
export const deviceCookie = (known: string) =>
  `${NAME}=${known}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${180 * 86_400}`

/** Describes the device of a request, so that its owner recognises the session in a list. The edge sets the address. */
export const deviceOf = (request: Request): Device => ({
  ip: request.headers.get('x-watchbill-client-ip'),
  user_agent: request.headers.get('user-agent'),
  known: cookieMatching(request.headers.get('cookie'), NAME, /^[\w.~-]{1,400}$/),
})

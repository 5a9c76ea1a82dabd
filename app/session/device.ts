import type { Device } from '#server/accounts/sessions.ts'

/** What a session remembers of the device, so that its owner recognises it in a list. The address is set by the edge. */
export const deviceOf = (request: Request): Device => ({
  ip: request.headers.get('x-watchbill-client-ip'),
  user_agent: request.headers.get('user-agent'),
})

import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { WebContext } from './context.ts'
import { createEdge } from './edge.ts'

const securityOf = (host: string | undefined, production = true) => {
  const req = new IncomingMessage(new Socket())
  req.url = '/'
  if (host !== undefined) req.headers.host = host
  const context = { config: { production, BASE_DOMAIN: 'watchbill.example' } } as WebContext
  return createEdge(context).begin(req, new ServerResponse(req), '').getHeader('strict-transport-security')
}

test.each(['watchbill.example', 'harbour.watchbill.example', 'a.b.watchbill.example:443', '192.0.2.1', undefined])(
  'HTTPS is required of %s and all names below it',
  (host) => expect(securityOf(host)).toBe('max-age=31536000; includeSubDomains'),
)

test.each(['club.org', 'Roster.Club.org.', 'roster.club.org:443'])(
  'HTTPS is required of the own domain %s, and not of the club’s other names below it',
  (host) => expect(securityOf(host)).toBe('max-age=31536000'),
)

test('outside production HTTPS is not required', () => {
  expect(securityOf('harbour.watchbill.example', false)).toBeUndefined()
})

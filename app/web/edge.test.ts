import type { IncomingMessage } from 'node:http'
import express from 'express'
import { expect, test } from 'vitest'
import { clientAddress } from './edge.ts'

/** What express tells of the same request. */
function byExpress(app: express.Express, req: object): string {
  return Object.assign(Object.create(express.request), req, { app }).ip
}

test.each([
  ['nobody', false],
  ['one proxy', 1],
  ['two proxies', 2],
  ['whoever it is', true],
  ['those of the own network', 'loopback, uniquelocal'],
])('the client is who express says it is, when %s is trusted', (_who, setting) => {
  const app = express()
  app.set('trust proxy', setting)
  for (const remoteAddress of ['127.0.0.1', '10.1.2.3', '203.0.113.9'])
    for (const forwarded of [
      undefined,
      '',
      '198.51.100.7',
      'evil, 198.51.100.7',
      '192.0.2.1,198.51.100.7 , 10.0.0.1',
    ]) {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const req = { headers, socket: { remoteAddress }, connection: { remoteAddress } }
      const told = clientAddress(req as unknown as IncomingMessage, app.get('trust proxy fn'))
      expect(told, `${remoteAddress} for ${forwarded}`).toBe(byExpress(app, req))
    }
})

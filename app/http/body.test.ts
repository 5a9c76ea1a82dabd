import { once } from 'node:events'
import { request } from 'node:http'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { expect, onTestFinished, test } from 'vitest'
import { createListener } from '#app/web/listener.ts'
import { readBytes } from './body.ts'

test('refuses an oversized body with a message, not by a broken connection', async () => {
  const listener = createListener(async (req, res) => {
    const body = createReadableStreamFromReadable(req)
    const whole = new Request('http://a', { method: 'POST', body, duplex: 'half' } as RequestInit)
    res.end(await readBytes(whole, 1024).then(String, ({ message }: Error) => message))
  })
  onTestFinished(() => listener.server.closeAllConnections())
  const port = await listener.listen(0, '127.0.0.1')
  const sent = request({ host: '127.0.0.1', port, method: 'POST' })
  for (let i = 0; i < 50; i++) sent.write(Buffer.alloc(60_000))
  sent.end()
  const [answer] = await once(sent, 'response')
  expect(String(Buffer.concat(await answer.toArray()))).toBe('The body is larger than 1 KiB.')
})

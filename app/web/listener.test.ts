import { request } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { createListener, type Listener } from './listener.ts'

let listener: Listener
afterEach(() => listener.server.closeAllConnections())

const answerOf = (port: number, path: string, host = '127.0.0.1') =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    // Uses the address: looking up a name could delay the request past the end.
    request({ host, port, path, agent: false, headers: { connection: 'keep-alive' } }, (res) => {
      res.resume()
      res.on('end', () => resolve({ status: res.statusCode, connection: res.headers.connection }))
    })
      .on('error', reject)
      .end()
  })

const reading = (socket: ReturnType<typeof connect>) => {
  socket.on('error', () => {})
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  return () => text
}
const GET = 'GET /now HTTP/1.1\r\nhost: a\r\n\r\n'

test('answers slow, idle and queued requests before it ends, and closes everything', async () => {
  const running: (() => void)[] = []
  listener = createListener((req, res) => {
    if (req.url === '/slow') running.push(() => res.end('done'))
    else res.end('done')
  })
  const port = await listener.listen(0, '127.0.0.1')
  const idle = connect(port, '127.0.0.1')
  const idleText = reading(idle)
  idle.write(GET)
  while (!idleText().includes('done')) await wait(5)
  const slow = answerOf(port, '/slow')
  while (!running.length) await wait(5)
  const untaken = Array.from({ length: 20 }, () => answerOf(port, '/now'))
  await new Promise((resolve) => setImmediate(resolve))
  const stopped = listener.stop()
  await wait(1_000)
  expect(listener.stopping()).toBe(true)
  for (const end of running) end()
  const ended = new Promise((resolve) => idle.once('close', resolve))
  idle.write(GET)
  expect(await slow).toEqual({ status: 200, connection: 'close' })
  expect((await Promise.all(untaken)).every(({ status }) => status === 200)).toBe(true)
  await Promise.all([stopped, ended])
  expect(idleText().match(/200 OK/g)).toHaveLength(2)
  expect(idleText()).toMatch(/connection: close/i)
  await expect(answerOf(port, '/now')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('closes an idle connection', async () => {
  listener = createListener((_req, res) => res.end('done'))
  const port = await listener.listen(0, '127.0.0.1')
  const idle = connect(port, '127.0.0.1')
  const text = reading(idle)
  idle.write(GET)
  while (!text().includes('done')) await wait(5)
  await listener.stop()
  expect(listener.server.listening).toBe(false)
})

test('listens at each address, ends on all, and skips an address that the machine does not have', async () => {
  const hasSix = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
  listener = createListener((_req, res) => res.end('done'))
  const port = await listener.listen(0, '127.0.0.1', '::1', '192.0.2.1')
  const answers = { status: 200, connection: 'keep-alive' }
  expect(await answerOf(port, '/now')).toEqual(answers)
  if (hasSix) expect(await answerOf(port, '/now', '::1')).toEqual(answers)
  await listener.stop()
  for (const host of ['127.0.0.1', '::1']) await expect(answerOf(port, '/now', host)).rejects.toHaveProperty('code')
})

test('a port in use at one of the addresses stops the start', async () => {
  const taken = createListener((_req, res) => res.end('first'))
  const port = await taken.listen(0, '127.0.0.1')
  listener = createListener((_req, res) => res.end('second'))
  await expect(listener.listen(port, '127.0.0.2', '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await Promise.all([taken.stop(), listener.stop()])
})

test('a refused body does not block the next request', async () => {
  listener = createListener((req, res) => {
    if (req.method === 'POST') req.once('data', () => req.pause())
    res.end(req.url)
  })
  const port = await listener.listen(0, '127.0.0.1')
  const socket = connect(port, '127.0.0.1')
  const text = reading(socket)
  const size = 3_000_000
  socket.write(`POST /much HTTP/1.1\r\nhost: a\r\ncontent-length: ${size}\r\n\r\n`)
  socket.write(Buffer.alloc(size))
  socket.write(GET)
  await expect.poll(text, { timeout: 3_000 }).toMatch(/\/much[\s\S]*\/now/)
})

test('rolling restarts lose no request behind a balancer that asks every 100 ms who is ready', async () => {
  const start = async () => {
    const own: Listener = createListener((req, res) => {
      if (req.url === '/readyz') res.writeHead(own.stopping() ? 503 : 200).end()
      else setTimeout(() => res.end('done'), 30)
    })
    return { own, port: await own.listen(0, '127.0.0.1'), ready: true }
  }
  const servers = [await start(), await start()]
  const look = setInterval(() => {
    for (const server of servers)
      void answerOf(server.port, '/readyz').then(
        ({ status }) => {
          server.ready = status === 200
        },
        () => {
          server.ready = false
        },
      )
  }, 100)
  const answers: Promise<unknown>[] = []
  let turn = 0
  const ask = setInterval(() => {
    const ready = servers.filter((server) => server.ready)
    const next = ready[turn++ % ready.length]
    answers.push(
      next ? answerOf(next.port, '/now').then(({ status }) => status, String) : Promise.resolve('none ready'),
    )
  }, 10)
  for (let restarts = 0; restarts < 3; restarts++) {
    const old = servers[restarts % 2]!
    await old.own.stop(1_500)
    servers[restarts % 2] = await start()
    const enough = answers.length + 30
    while (answers.length < enough) await wait(10)
  }
  clearInterval(look)
  clearInterval(ask)
  const heard = await Promise.all(answers)
  for (const { own } of servers) own.server.closeAllConnections()
  await Promise.all(servers.map(({ own }) => own.stop()))
  expect(heard.filter((status) => status !== 200)).toEqual([])
})

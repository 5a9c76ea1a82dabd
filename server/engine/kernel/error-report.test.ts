import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { VERSION } from './contract.ts'
import { createErrorReports, sendReport } from './error-report.ts'
import { createLog } from './log.ts'

let received: Record<string, unknown>[] = []
let answer = (response: ServerResponse) => void response.writeHead(200).end()
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => {
    text += part
  })
  request.on('end', () => {
    received.push(JSON.parse(text))
    answer(response)
  })
})
beforeAll(() => new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening)))
afterAll(() => void server.close())
beforeEach(() => {
  received = []
  answer = (response) => void response.writeHead(200).end()
})

const to = (ERROR_REPORT_URL?: string) => ({ ERROR_REPORT_URL, NODE_ENV: 'production' as const, COMMIT: 'abcdef1' })
const config = () => to(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
const logTo = (reports: ReturnType<typeof createErrorReports>) => createLog({ level: 'error', reports })

test('a logged error is reported with the version and its origin, and nothing else of the request', async () => {
  const reports = createErrorReports(config())
  const error = Object.assign(new TypeError('duplicate for anna@club.example'), {
    code: '23505',
    detail: 'Key (email)=(anna@club.example) already exists.',
  })
  logTo(reports).error({ err: error, request_id: 'r-1', site: 7, email: 'anna@club.example' }, 'request failed')
  await reports.settled()
  expect(received).toEqual([
    {
      ...{
        level: 'error',
        error: 'TypeError 23505',
        message: 'duplicate for [email]',
        what: 'request failed',
        breadcrumbs: [],
      },
      ...{
        environment: 'production',
        version: VERSION,
        commit: 'abcdef1',
        platform: 'node',
        site: 7,
        request_id: 'r-1',
      },
      stack: expect.stringMatching(/^at .*error-report\.test\.ts/),
    },
  ])
  expect(JSON.stringify(received)).not.toContain('anna')
})

test('a report names the sources of built code', async () => {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(path.resolve('.cache', 'error-report-'))
  const file = path.join(folder, 'main.js')
  // One mapping: the first character of the built file is the first of the source's first line.
  const map = { version: 3, sources: ['../../server/fail.ts'], names: [], mappings: 'AAAA' }
  writeFileSync(`${file}.map`, JSON.stringify(map))
  const error = Object.assign(new Error('x'), { stack: `Error: x\n    at fail (${pathToFileURL(file)}:1:1)` })
  const reports = createErrorReports(config())
  reports.report(error)
  await reports.settled()
  rmSync(folder, { recursive: true })
  expect(received).toMatchObject([{ stack: 'at fail (server/fail.ts:1:1)' }])
})

test('warnings and errors without an Error are only logged; without an address nothing is sent', async () => {
  const reports = createErrorReports(config())
  const log = logTo(reports)
  log.warn({ err: new Error('x') }, 'a warning')
  log.info({ err: new Error('x') }, 'a note')
  const none = createErrorReports(to())
  none.report(new Error('x'))
  await Promise.all([reports.settled(), none.settled()])
  expect(received).toEqual([])
  expect(await sendReport(to(), { level: 'warning', message: 'x' })).toBe(false)
})

test('at most thirty reports a minute are sent', async () => {
  const reports = createErrorReports(config())
  for (let n = 0; n < 200; n++) reports.report(new Error(`number ${n}`))
  await reports.settled()
  expect(received).toHaveLength(30)
})

test('a reporter that refuses, is gone or hangs has no effect, and gets nothing twice', async () => {
  for (const bad of [
    (response: ServerResponse) => void response.writeHead(500).end('no'),
    (response: ServerResponse) => void response.destroy(),
  ]) {
    answer = bad
    const reports = createErrorReports(config())
    logTo(reports).error({ err: new Error('x') }, 'failed')
    await reports.settled()
  }
  expect(received).toHaveLength(2)
  const gone = createErrorReports(to('http://127.0.0.1:1/'))
  gone.report(new Error('x'))
  await gone.settled()
  answer = () => {}
  const hangs = createErrorReports(config())
  hangs.report(new Error('x'))
  await hangs.settled()
  server.closeAllConnections()
})

test('any thrown value can be reported', async () => {
  const reports = createErrorReports(config())
  const unreadable = Object.defineProperty(new Error('x'), 'message', {
    get: () => {
      throw new Error('no')
    },
  })
  for (const thrown of [undefined, null, 'text', { a: 1 }, Symbol('s'), unreadable]) reports.report(thrown)
  await reports.settled()
  expect(received).toHaveLength(5)
})

test('an uncaught error is reported before the process ends', async () => {
  const code = `
    import { exitOnUncaughtError } from './server/engine/kernel/crash.ts'
    import { createErrorReports } from './server/engine/kernel/error-report.ts'
    import { createLog } from './server/engine/kernel/log.ts'
    const reports = createErrorReports({ ERROR_REPORT_URL: '${config().ERROR_REPORT_URL}', NODE_ENV: 'production', COMMIT: 'x' })
    exitOnUncaughtError(createLog({ level: 'error', reports }), reports)
    setInterval(() => {}, 1000)
    Promise.reject(new RangeError('no one caught this'))`
  const child = spawn('node_modules/.bin/tsx', ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (part) => {
    said += part
  })
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1)
  expect(said).toContain('uncaught error; the process exits')
  expect(received).toMatchObject([{ error: 'RangeError', message: 'no one caught this' }])
})

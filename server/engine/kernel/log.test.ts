import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const ROW = 'Failing row contains (7, Anna Able, anna@club.example, +44 7911 123456).'

/** The lines that `write` logs. */
function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = []
  write(createLog({ level: 'info', to: { write: (line) => void lines.push(line) } }))
  return lines.map((line) => JSON.parse(line))
}

const ofDatabase = (message: string) =>
  Object.assign(new Error(message), {
    code: '23505',
    severity: 'ERROR',
    detail: 'Key (email)=(anna@club.example) already exists.',
    where: `SQL function "core.x" ${ROW}`,
    schema: 'core',
    table: 'people',
    constraint: 'people_email_key',
    routine: '_bt_check_unique',
  })

test('an error of the database keeps its place in code and schema, and nothing of the row', () => {
  const [line] = logged((log) => log.error({ err: ofDatabase(ROW) }, 'request failed'))
  expect(line).toMatchObject({
    err: {
      type: 'Error',
      code: '23505',
      schema: 'core',
      table: 'people',
      constraint: 'people_email_key',
      routine: '_bt_check_unique',
      stack: expect.stringMatching(/\n {4}at .*log\.test\.ts:\d+:\d+/),
    },
  })
  expect(JSON.stringify(line)).not.toMatch(/anna@|7911/)
})

test.each([
  ['a cause', () => new Error('not stored', { cause: ofDatabase(ROW) })],
  ['several errors at once', () => new AggregateError([ofDatabase(ROW)], ROW)],
  ['the answer of a mail server', () => Object.assign(new Error(ROW), { response: `550 ${ROW}`, rejected: [ROW] })],
  ['the words of an error', () => ROW],
  ['a message that looks like a stack', () => new Error(`x\n    at anna@club.example\n${ROW}`)],
])('%s is logged without addresses and numbers', (_what, make) => {
  const lines = logged((log) => log.error({ err: make() }, 'failed'))
  expect(lines[0]).toHaveProperty('err')
  expect(JSON.stringify(lines)).not.toMatch(/anna@|7911/)
})

test('each of several errors at once is logged with its facts', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect', port: 5432 })
  expect(logged((log) => log.error({ err: new AggregateError([refused]) }, 'failed'))).toMatchObject([
    { err: { aggregateErrors: [{ code: 'ECONNREFUSED', syscall: 'connect', port: 5432 }] } },
  ])
})

test('what a provider says is logged without the address and the number', () => {
  const said = '550 5.1.1 <anna@club.example> unknown; Invalid ‘To’ +447911123456'
  expect(logged((log) => log.warn({ reason: said }, 'a message was rejected'))).toMatchObject([
    { reason: '550 5.1.1 <[email]> unknown; Invalid ‘To’ [number]' },
  ])
})

import { expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { explainStartFailure } from './start-failure.ts'

const system = (message: string, facts: object) => Object.assign(new Error(message), facts)

test.each<[string, unknown, string[]]>([
  [
    'wrong configuration',
    new ConfigError(['PORT: too big', 'X: bad']),
    ['Configuration: PORT: too big', 'Configuration: X: bad'],
  ],
  [
    'a port that is taken',
    system('listen EADDRINUSE', { code: 'EADDRINUSE', syscall: 'listen', port: 3000 }),
    ['Configuration: PORT: 3000 is taken by another program.'],
  ],
  [
    'a port that only root may use',
    system('listen EACCES', { code: 'EACCES', syscall: 'listen', port: 80 }),
    ['Configuration: PORT: 80 cannot be used (EACCES).'],
  ],
  [
    'a folder that cannot be written',
    system('mkdir', { code: 'EACCES', syscall: 'mkdir', path: '/srv/data' }),
    ['Configuration: DATA_DIR: /srv/data cannot be used (EACCES).'],
  ],
  [
    'a database that is not there',
    system('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED', syscall: 'connect' }),
    ['The database cannot be used: connect ECONNREFUSED 127.0.0.1:1'],
  ],
  [
    'a database at none of its addresses',
    Object.assign(new AggregateError([new Error('no ::1'), new Error('no 127.0.0.1')]), { code: 'ECONNREFUSED' }),
    ['The database cannot be used: no ::1; no 127.0.0.1'],
  ],
  [
    'a password that is wrong',
    new Error('wrapped', { cause: system('password authentication failed', { code: '28P01' }) }),
    ['The database cannot be used: password authentication failed'],
  ],
])('%s is explained in one line per problem', (_what, error, lines) => {
  expect(explainStartFailure(error)).toEqual(lines)
})

test('a defect is shown in full', () => {
  expect(explainStartFailure(new TypeError('x is not a function'))).toBeNull()
  expect(explainStartFailure(system('relation "x" does not exist', { code: '42P01' }))).toBeNull()
  expect(explainStartFailure('x')).toBeNull()
})

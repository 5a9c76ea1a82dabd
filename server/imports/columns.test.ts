import { describe, expect, it } from 'vitest'
import { describeColumns, mapColumns, recogniseKind } from './columns.ts'
import { importMapping } from './contract.ts'

describe('the guess', () => {
  it('recognises people’s own names for columns', () => {
    const { mapping, problems } = mapColumns('people', [
      'Full name',
      'E-mail',
      'Mobile',
      'Join date',
      'Direct debit',
      'SMS?',
      'TAGS',
    ])
    expect(problems).toEqual([])
    expect(mapping).toEqual({
      0: 'name',
      1: 'email',
      2: 'phone',
      3: 'joined',
      4: 'ignore',
      5: 'sms_notifications',
      6: 'tags',
    })
  })
  it('prefers an exact name to an earlier synonym', () => {
    expect(mapColumns('season', ['Name', 'Date', 'Start', 'End', 'Event', 'Duty']).mapping).toMatchObject({
      0: 'ignore',
      4: 'event',
    })
    expect(mapColumns('season', ['Name', 'Date', 'From', 'To', 'Job']).mapping).toMatchObject({
      0: 'event',
      2: 'start',
      3: 'end',
      4: 'duty',
    })
  })
  it('uses a field once', () => {
    expect(mapColumns('people', ['name', 'email', 'Email']).mapping).toEqual({ 0: 'name', 1: 'email', 2: 'ignore' })
  })
  it('names each missing required field', () => {
    expect(mapColumns('season', ['date', 'event']).problems.map((p) => p.message)).toEqual([
      'No column is used as Start, which is required.',
      'No column is used as End, which is required.',
      'No column is used as Assignment, which is required.',
    ])
  })
})

describe('mappings of the caller', () => {
  const header = ['name', 'email', 'spare']
  it('override the guess and free the guessed column', () => {
    expect(mapColumns('people', header, { 2: 'email' }).mapping).toEqual({ 0: 'name', 1: 'ignore', 2: 'email' })
    expect(mapColumns('people', header, { 1: 'ignore' }).problems).toMatchObject([{ code: 'missing_column' }])
  })
  it.each([
    [{ 7: 'phone' }, 'unknown_column'],
    [{ 2: 'password' }, 'unknown_field'],
    [{ 2: 'duty' }, 'unknown_field'],
    [{ 0: 'email', 1: 'email' }, 'double_field'],
  ])('rejects %j: %s', (given, code) => {
    expect(mapColumns('people', header, given).problems.map((p) => p.code)).toContain(code)
  })
  it('uses column numbers as keys', () => {
    expect(importMapping.safeParse({ __proto__x: 'name' }).success).toBe(false)
    expect(importMapping.safeParse({ 3: 'name' }).success).toBe(true)
  })
})

it('shows a column’s first distinct values', () => {
  const rows = ['a', '', 'a', ' b ', 'c', 'd'].map((cell, i) => ({ line: i + 2, cells: [cell] }))
  expect(describeColumns(['x', 'y'], rows, { 0: 'name', 1: 'ignore' })).toEqual([
    { index: 0, header: 'x', field: 'name', examples: ['a', 'b', 'c'] },
    { index: 1, header: 'y', field: 'ignore', examples: [] },
  ])
})

describe('the kind of a file', () => {
  it.each([
    ['name,email,phone,joined', 'people'],
    ['Full name,E-mail,Mobile', 'people'],
    ['date,start,end,event,duty,role,volunteer_email,volunteer_name,notes', 'season'],
    ['Day,From,To,Title,Job,Email', 'season'],
    // Has more columns of a programme, but no days.
    ['Name,Email,Notes,Location,Duty', 'people'],
    ['colour,weight', null],
  ])('of %s is %s', (header, kind) => {
    expect(recogniseKind(header.split(','))).toBe(kind)
  })
})

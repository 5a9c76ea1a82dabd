import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { applyFunctions, readFunctions } from '#server/platform/migrate.ts'

let administrator: pg.Client
let client: pg.Client
let url: string

beforeAll(async () => {
  const name = `wb_test_${randomBytes(8).toString('hex')}`
  administrator = new pg.Client({ connectionString: inject('superuserUrl') })
  await administrator.connect()
  await administrator.query(`create database ${name} template watchbill_template owner watchbill_migrator`)
  url = Object.assign(new URL(inject('templateUrl')), { pathname: `/${name}` }).toString()
  client = new pg.Client({ connectionString: url, options: '-c role=watchbill_migrator' })
  await client.connect()
})
afterAll(async () => {
  const { database } = client
  await client.end()
  await administrator.query(`drop database ${database} with (force)`)
  await administrator.end()
})

test('every file of functions says in a header what its caller must know', () => {
  expect(readFunctions().filter(({ text }) => !text.startsWith('-- '))).toEqual([])
})

test('the bodies of all functions are valid', async () => {
  for (const { text } of readFunctions()) await client.query(text)
})

test('a file of functions is applied again when its text changes, and only then', async () => {
  const files = readFunctions()
  expect(await applyFunctions(url, files)).toEqual([])
  const changed = files.map((file) =>
    file.name.endsWith('/current_instant.sql')
      ? { ...file, text: file.text.replace('clock_timestamp()', "'2027-01-01Z'") }
      : file,
  )
  expect(await applyFunctions(url, changed)).toEqual(['server/engine/tenancy/current_instant.sql'])
  expect((await client.query('select core.current_instant() as at')).rows).toEqual([{ at: new Date('2027-01-01Z') }])
  expect(await applyFunctions(url, files)).toEqual(['server/engine/tenancy/current_instant.sql'])
})

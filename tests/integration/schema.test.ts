import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { REMINDERS } from '#server/organisation/reminders-contract.ts'
import { schemaSql } from '../../scripts/schema-sql.ts'

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: inject('templateUrl'), options: '-c role=watchbill_migrator' })
  await client.connect()
})
afterAll(() => client.end())

test('server/schema.sql is what the migrations make (else run npm run schema)', async () => {
  expect(await schemaSql(client)).toBe(readFileSync('server/schema.sql', 'utf8'))
})

test('the planner in the database has the reminders of the table in the code', async () => {
  const { rows } = await client.query<{ body: string }>(
    "select pg_get_functiondef('core.reminder_kinds()'::regprocedure) as body",
  )
  const planned = [...rows[0]!.body.matchAll(/\('(reminder\.\w+)', (\d+), '(P\w+)', '(?:email|sms)'/g)]
  expect(new Set(planned.map(([, kind, days, offset]) => `${kind} ${days} ${offset}`))).toEqual(
    new Set(REMINDERS.map(({ kind, days, offset }) => `${kind} ${days} ${offset}`)),
  )
})

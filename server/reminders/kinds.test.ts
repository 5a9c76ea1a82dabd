import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REMINDERS } from '#server/organisation/reminders-contract.ts'

test('the planner in the database has the same reminders as the table in the code', () => {
  const planner = readFileSync('server/reminders/reminders_of.sql', 'utf8')
  const planned = [...planner.matchAll(/\('(reminder\.\w+)', (\d+), '(P\w+)', '(?:email|sms)'/g)]
  expect(new Set(planned.map(([, kind, days, offset]) => `${kind} ${days} ${offset}`))).toEqual(
    new Set(REMINDERS.map(({ kind, days, offset }) => `${kind} ${days} ${offset}`)),
  )
})

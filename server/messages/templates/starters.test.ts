import { expect, test } from 'vitest'
import { fieldsProblem } from '#server/deliveries/texts/fields.pure.ts'
import { STARTERS } from './starters.ts'

test.each(STARTERS)('the fields of "$name" are known', ({ subject, body }) => {
  expect(fieldsProblem(subject, { buttons: false })).toBeNull()
  expect(fieldsProblem(body)).toBeNull()
})

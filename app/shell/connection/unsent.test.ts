import { expect, test } from 'vitest'
import { isSecretField } from './unsent.ts'

test.each(['password', 'new_password', 'repeat', 'code', 'verify_code', 'token', 'client_secret', 'ticket'])(
  'a write with %s is not kept',
  (name) => expect(isSecretField(name)).toBe(true),
)

test.each(['default_country_code', 'postcode', 'passage_plan', 'repeats'])('a write with %s is kept', (name) =>
  expect(isSecretField(name)).toBe(false),
)

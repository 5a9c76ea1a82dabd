import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { generateTotpSecret, totpStep, totpUri } from './totp.ts'

/** RFC 6238, appendix B, truncated to six digits. */
const RFC = Secret.fromLatin1('12345678901234567890').base32

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('generates the code of second %i: %s', (seconds, code) => {
  expect(totpStep(RFC, code, seconds * 1000, null)).toBe(Math.floor(seconds / 30))
})

test('accepts codes one step away, none further, each only once', () => {
  const secret = generateTotpSecret()
  const now = 1_800_000_015_000
  const step = Math.floor(now / 30_000)
  const at = (offset: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + offset * 30_000 })
  expect([-2, -1, 0, 1, 2].map((offset) => totpStep(secret, at(offset), now, null))).toEqual([
    null,
    step - 1,
    step,
    step + 1,
    null,
  ])
  expect(totpStep(secret, at(0), now, step)).toBeNull()
  expect(totpStep(secret, at(-1), now, step)).toBeNull()
  expect(totpStep(secret, at(1), now, step)).toBe(step + 1)
})

test.each(['', '12345', '1234567', 'abcdef', '12 345', '１２３４５６'])('rejects %j', (code) =>
  expect(totpStep(RFC, code, 59_000, null)).toBeNull(),
)

test('puts the club and the email into the URI', () => {
  expect(totpUri(RFC, 'Harbour: Club', 'a@b.test')).toMatch(
    /^otpauth:\/\/totp\/Harbour%20%20Club:a%40b.test\?.*secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ/,
  )
})

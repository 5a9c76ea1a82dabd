import { expect, test } from 'vitest'
import { limitsOf, nearText, overQuotaText, quotaLevel, readLimit, usageText } from './rules.ts'

const MB = 1024 ** 2

test('a quota is near from 80 % on and full at its limit; without a limit it is neither', () => {
  const level = (used: number, limit: number | null) => quotaLevel({ used, limit })
  expect([level(79, 100), level(80, 100), level(99, 100), level(100, 100), level(140, 100)]).toEqual([
    ...[null, 'near', 'near', 'full', 'full'],
  ])
  expect([level(0, 0), level(1_000_000, null)]).toEqual(['full', null])
})

test('a limit of a site replaces the default, also by none', () => {
  const defaults = { people: 100, texts: 50, emails: null, storage: 5 * MB }
  expect(limitsOf({}, defaults)).toEqual(defaults)
  expect(limitsOf({ quota_people: 0, quota_emails: 7, quota_texts: null }, defaults)).toEqual({
    ...{ people: 0, texts: 50, emails: 7, storage: 5 * MB },
  })
  expect(limitsOf({})).toEqual({ people: null, texts: null, emails: null, storage: null })
})

test('what fits is not refused, and what does not is refused with the limit and what is left', () => {
  const people = { quota: 'people', used: 199, limit: 200 } as const
  expect([overQuotaText(people, 1), overQuotaText({ ...people, limit: null }, 1_000)]).toEqual([null, null])
  expect(overQuotaText({ ...people, used: 250 }, 0)).toBeNull()
  expect(overQuotaText(people, 2)).toBe(
    'This site can have 200 active people and has 199. Make someone inactive first, or have the limit raised.',
  )
  expect(overQuotaText({ quota: 'emails', used: 4_999, limit: 5_000 }, 2)).toBe(
    'This site can send 5,000 emails a day, reminders and notices included, and 1 is left.',
  )
  expect(overQuotaText({ quota: 'texts', used: 60, limit: 50 }, 1)).toBe(
    'This site can send 50 texts a month, reminders and notices included, and none are left.',
  )
  expect(overQuotaText({ quota: 'storage', used: 4 * MB, limit: 5 * MB }, MB + 1)).toBe(
    'This site can store 5 MB of pictures and files, and this one has no room. Remove some first, or have the limit raised.',
  )
})

test('a line says what is used and what the limit ends, only near it', () => {
  expect(nearText({ quota: 'people', used: 159, limit: 200 })).toBeNull()
  expect(nearText({ quota: 'people', used: 160, limit: 200 })).toBe(
    'Active people: 160 of 200. At the limit no one can be added; registrations still wait for an admin.',
  )
  expect(usageText({ quota: 'storage', used: 3 * MB, limit: null })).toBe('3 MB, no limit')
})

test('the command line reads whole numbers, sizes and "default", and nothing else', () => {
  expect([readLimit('people', '0'), readLimit('texts', '500'), readLimit('storage', '2 GB')]).toEqual([
    ...[0, 500, 2 * 1024 * MB],
  ])
  expect([readLimit('emails', 'default'), readLimit('storage', 'default')]).toEqual([null, null])
  for (const text of ['', '-1', '1.5', 'many', '9999999999', '1e3', '9'.repeat(5_000)])
    expect([text, readLimit('people', text)]).toEqual([text, undefined])
  for (const text of ['5', '-1 MB', 'x'.repeat(5_000)])
    expect([text, readLimit('storage', text)]).toEqual([text, undefined])
})

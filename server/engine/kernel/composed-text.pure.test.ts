import { expect, test } from 'vitest'
import { normaliseText } from './composed-text.pure.ts'

test.each(['Jose\u0301', 'Ångström', 'ﬁne ①', '각', `e${'\u0323\u0301'.repeat(15)}`, ''])(
  '%s is as Unicode has it',
  (text) => {
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(normaliseText(text, form)).toBe(text.normalize(form))
  },
)

test('the marks of a letter without an end are put in order in a time that their number tells', () => {
  const marked = `a${'\u0301'.repeat(100_000)}${'\u0323'.repeat(100_000)}`
  const begun = performance.now()
  expect(normaliseText(marked).replaceAll('\u034f', '').length).toBeGreaterThan(199_000)
  // Sorting all marks as one run would take twenty seconds.
  expect(performance.now() - begun).toBeLessThan(2_000)
})

import { expect, test } from 'vitest'
import { normaliseText } from './composed-text.pure.ts'

test.each(['Jose\u0301', 'Ångström', 'ﬁne ①', '각', `e${'\u0323\u0301'.repeat(15)}`, ''])(
  '%s matches Unicode',
  (text) => {
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(normaliseText(text, form)).toBe(text.normalize(form))
  },
)

test('endless marks of a letter are normalised in linear time', () => {
  const marked = `a${'\u0301'.repeat(100_000)}${'\u0323'.repeat(100_000)}`
  const begun = performance.now()
  expect(normaliseText(marked).replaceAll('\u034f', '').length).toBeGreaterThan(199_000)
  // Sorting all marks as one run would take twenty seconds.
  expect(performance.now() - begun).toBeLessThan(2_000)
})

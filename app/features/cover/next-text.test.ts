import { expect, test } from 'vitest'
import { nextText } from './next-text.ts'

test('each state of a search shows the next step', () => {
  expect(nextText('searching', 'Sat 5 Dec, 08:00')).toBe('The next people will be asked on Sat 5 Dec, 08:00.')
  const states = ['searching', 'paused', 'exhausted', null] as const
  expect(new Set(states.map((state) => nextText(state, null))).size).toBe(states.length)
})

import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { passwordProblem } from './password-rules.ts'

const about = { site: 'Harbour Sailing Club', email: 'ann.ray@example.org', name: 'Ann Ray' }

test('refuses all short passwords and the 3,000 most common of eight or more characters', () => {
  const common = (dictionary['passwords-common'] as string[]).slice(0, 20_000)
  const long = common.filter((password) => password.length >= 8).slice(0, 3_000)
  expect(long).toHaveLength(3_000)
  expect([...long, ...common.slice(0, 3_000)].filter((password) => passwordProblem(password, about) === null)).toEqual(
    [],
  )
  expect(passwordProblem('PassWord123', about)).not.toBeNull()
})

test.each([
  'harbour1',
  'HarbourSailing!!',
  'club-sailing-2026',
  'ann.ray@example.org',
  'aaaaaaaaaaaa',
  'short',
  'éééé',
])('refuses %s', (password) => expect(passwordProblem(password, about)).not.toBeNull())

test.each([
  'correct harbour battery staple',
  'x'.repeat(32) + 'y'.repeat(32),
  '🌊⛵️🪝🧭🌬️🐚🦀🪸',
  'watchbill-demo',
  '  two spaces at each end  ',
])('%s is good as it is', (password) => expect(passwordProblem(password, about)).toBeNull())

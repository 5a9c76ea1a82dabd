import { expect, test } from 'vitest'
import { latestSteps, noteStep, pathOnly } from './breadcrumbs.ts'

test.each([
  ['/events/17/shifts?search=ann#x', '/events/:id/shifts'],
  ['https://club.example/password/reset/aVeryLongSecretWithoutDigits', '/password/reset/…'],
  ['/a/ShortOne?answer=confirmed', '/a/…'],
  ['/people/list', '/people/list'],
])('%s is recorded as %s', (address, path) => {
  expect(pathOnly(address)).toBe(path)
})

test('keeps the latest twenty steps, without immediate repeats and shortened', () => {
  for (let i = 0; i < 30; i++) noteStep('call', `GET ${'x'.repeat(i)}`)
  noteStep('click', 'button')
  noteStep('click', 'button')
  noteStep('page', 'y'.repeat(500))
  const steps = latestSteps()
  expect(steps).toHaveLength(20)
  expect(steps.filter(({ kind }) => kind === 'click')).toHaveLength(1)
  expect(steps.at(-1)).toMatchObject({ kind: 'page', text: 'y'.repeat(200) })
  expect(Date.parse(steps[0]?.at ?? '')).toBeGreaterThan(0)
})

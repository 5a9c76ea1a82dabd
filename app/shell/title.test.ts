import { expect, test } from 'vitest'
import { pageTitle, titleOf } from './title.ts'

test('the title consists of the route’s and the site’s', () => {
  expect(pageTitle('Dashboard', 'Harbour Sailing Club')).toBe('Dashboard | Harbour Sailing Club')
  expect(pageTitle(undefined, 'Ridge Rescue')).toBe('Site  | Ridge Rescue')
})

test('the title of a page of one record has its name too', () => {
  expect(titleOf('Event', 'Race 4')).toBe('Race 4 · Event')
  expect(titleOf('Dashboard', undefined)).toBe('Dashboard')
  expect(titleOf(undefined, undefined)).toBeUndefined()
})

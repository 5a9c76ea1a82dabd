import { expect, test } from 'vitest'
import { pageTitle } from './title.ts'

test('the title is the route’s and the site’s', () => {
  expect(pageTitle('Dashboard', 'Harbour Sailing Club')).toBe('Dashboard | Harbour Sailing Club')
  expect(pageTitle(undefined, 'Ridge Rescue')).toBe('Site  | Ridge Rescue')
})

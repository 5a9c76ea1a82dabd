import { expect, test } from 'vitest'
import { firstAudiences } from './first-audiences.ts'

test('this weekend is Saturday and Sunday, and on a Sunday what is left of it', () => {
  const weekend = (today: string) => firstAudiences(today).weekend
  expect(weekend('2026-11-30')).toEqual({ day: '2026-12-05', day_to: '2026-12-06' })
  expect(weekend('2026-12-04')).toEqual({ day: '2026-12-05', day_to: '2026-12-06' })
  expect(weekend('2026-12-05')).toEqual({ day: '2026-12-05', day_to: '2026-12-06' })
  expect(weekend('2026-12-06')).toEqual({ day: '2026-12-06', day_to: '2026-12-06' })
})

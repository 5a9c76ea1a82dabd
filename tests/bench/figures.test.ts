import { expect, test } from 'vitest'
import { sideText } from './figures.ts'

const load = (rate: number, cpu: number | null) => ({ answered: 2 * rate, rate, p99: rate / 10, cpu })

test('reports the medians of the rounds of a side', () =>
  expect(sideText('bare', [load(100, 1), load(300, 3), load(200, 2)])).toBe('bare 200/s p99 20.0 ms cpu 2.00 ms'))

test('leaves out processor time where it is unknown', () =>
  expect(sideText('product', [load(100, null), load(200, null)])).toBe('product 200/s p99 20.0 ms'))

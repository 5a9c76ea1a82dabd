import { expect, test } from 'vitest'
import { parseSize, sizeText } from './byte-size.pure.ts'

test('sizes are read by powers of 1,024', () => {
  expect(['0 MB', '500 MB', '2GB', '1 tb', '10kb'].map(parseSize)).toEqual([
    0,
    500 * 1024 ** 2,
    2 * 1024 ** 3,
    1024 ** 4,
    10 * 1024,
  ])
  for (const text of ['', '5', '-1 MB', '1.5 GB', '1 XB', '5 MB more', '9'.repeat(5_000), '1234567 GB'])
    expect([text, parseSize(text)]).toEqual([text, null])
})

test('a size is shown in MB or GB', () => {
  expect([0, 1, 310 * 1024 ** 2, 1.5 * 1024 ** 3].map(sizeText)).toEqual(['0 MB', '1 MB', '310 MB', '1.5 GB'])
})

import { afterEach, expect, vi } from 'vitest'

const spy = vi.spyOn(console, 'error')

/** A test that prints an error has found one. */
afterEach(() => {
  const calls = spy.mock.calls.map((args) => args.map(String).join(' '))
  spy.mockClear()
  expect(calls, 'console.error was called').toEqual([])
})

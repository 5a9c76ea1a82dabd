import { afterEach, expect, vi } from 'vitest'

const spy = vi.spyOn(console, 'error')

/** Fails each test that prints an error. */
afterEach(() => {
  const calls = spy.mock.calls.map((args) => args.map(String).join(' '))
  spy.mockClear()
  expect(calls, 'console.error was called').toEqual([])
})

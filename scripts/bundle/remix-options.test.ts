import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { leaveOutUnusedRemix, withConstants } from './remix-options.ts'

const written = (code: string, constants: Parameters<typeof withConstants>[2]) =>
  withConstants(code, parseAst(code), constants)

test.each([
  ['a read', 'if (future.single) a()', 'if (false) a()'],
  ['an assignment stays', 'future.single = b', 'future.single = b'],
  ['a variable in a condition', 'off ? a : b', 'false ? a : b'],
  ['a variable under !', 'const c = !off', 'const c = !false'],
  ['a variable beside &&', 'const c = off && a()', 'const c = false && a()'],
  ['a parameter and an argument stay', 'const f = (off) => a(off)', 'const f = (off) => a(off)'],
  ['a property of the same name stays', 'a.off ? a : b', 'a.off ? a : b'],
])('%s', (_what, code, changed) => {
  expect(written(code, { reads: { 'future.single': 'false' }, tests: { off: 'false' } })).toBe(changed)
})

const OPTIONS = {
  v3_singleFetch: false,
  v3_lazyRouteDiscovery: false,
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
}

test.each(Object.keys(OPTIONS) as (keyof typeof OPTIONS)[])('another value of %s stops the build', (option) => {
  expect(() => leaveOutUnusedRemix(OPTIONS)).not.toThrow()
  expect(() => leaveOutUnusedRemix({ ...OPTIONS, [option]: !OPTIONS[option] })).toThrow('other options')
})

import { expect, test } from 'vitest'
import { EXPECTED, isExpected } from './expected-warnings.ts'

const INEFFECTIVE =
  '(!) /app/features/audit/routes/api.audit.ts is dynamically imported by /app/http/api-calls.ts but also statically imported by virtual:remix/server-build, dynamic import will not move module into another chunk.'

test.each([
  ['a route without a component', { code: 'EMPTY_BUNDLE', message: 'Generated an empty chunk: "api.audit".' }, false],
  ['a comment of zod', { code: 'INVALID_ANNOTATION', message: 'in "node_modules/zod/v4/core/util.js"' }, false],
  ['an import on demand on the server', { code: 'PLUGIN_WARNING', message: INEFFECTIVE }, true],
])('%s is expected', (_what, log, ssr) => {
  expect(isExpected(log, ssr)).toBe(true)
})

test.each([
  ['an import on demand that saves browsers nothing', { code: 'PLUGIN_WARNING', message: INEFFECTIVE }, false],
  ['a comment of another package', { code: 'INVALID_ANNOTATION', message: 'in "node_modules/other/index.js"' }, false],
  ['a circular import', { code: 'CIRCULAR_DEPENDENCY', message: 'Circular dependency: a -> b -> a' }, true],
  ['another warning of a plugin', { code: 'PLUGIN_WARNING', message: 'Something else' }, true],
])('%s is printed', (_what, log, ssr) => {
  expect(isExpected(log, ssr)).toBe(false)
})

test('each has a reason', () => {
  for (const { reason } of EXPECTED) expect(reason).toMatch(/^[A-Z].*\.$/)
})

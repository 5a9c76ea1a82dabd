import type { Plugin, Rollup } from 'vite'

type Expected = { code: string; message?: RegExp; ssr?: true; reason: string }

/** Harmless warnings of the bundler, each with its reason. Any other is printed, and fails `npm test`. */
export const EXPECTED: readonly Expected[] = [
  {
    code: 'EMPTY_BUNDLE',
    reason: 'A route without a component (an API call, a form action) has nothing for the browser.',
  },
  {
    code: 'INVALID_ANNOTATION',
    message: /node_modules\/zod\//,
    reason: 'Zod mentions @__PURE__ in prose; the comment is dropped, the code is not affected.',
  },
  {
    code: 'PLUGIN_WARNING',
    message: /dynamic import will not move module into another chunk/,
    ssr: true,
    reason: 'The server is one file; importing on demand saves downloads, which only browsers make.',
  },
]

export function isExpected({ code, message }: Pick<Rollup.RollupLog, 'code' | 'message'>, ssr: boolean): boolean {
  return EXPECTED.some(
    (expected) =>
      expected.code === code && (!expected.ssr || ssr) && (!expected.message || expected.message.test(message)),
  )
}

export function silenceExpectedWarnings(): Plugin {
  return {
    name: 'watchbill:silence-expected-warnings',
    apply: 'build',
    onLog(level, log) {
      return level === 'warn' && isExpected(log, this.environment?.name === 'ssr') ? false : null
    },
  }
}

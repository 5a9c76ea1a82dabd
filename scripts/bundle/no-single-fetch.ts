import type { Plugin } from 'vite'

const EMPTY = '\0no-single-fetch'

/** Leaves the decoder of single fetch, which is off, out of the scripts of every page. */
export function leaveOutSingleFetch(): Plugin {
  return {
    name: 'watchbill:leave-out-single-fetch',
    apply: 'build',
    enforce: 'pre',
    resolveId(id) {
      return id === 'turbo-stream' && this.environment.name !== 'ssr' ? EMPTY : null
    },
    load(id) {
      const off = `() => { throw new Error('Single fetch is off.') }`
      return id === EMPTY ? `export const decode = ${off}\nexport const encode = decode` : null
    },
  }
}

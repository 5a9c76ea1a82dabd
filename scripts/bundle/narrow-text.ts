import type { Plugin } from 'vite'

/**
 * Escapes characters outside Latin-1 in server code. V8 keeps the text of all code, at two bytes per character once a
 * single one needs it.
 */
export const narrowServerText = (): Plugin => ({
  name: 'watchbill-narrow-server-text',
  apply: (_config, { isSsrBuild }) => Boolean(isSsrBuild),
  enforce: 'post',
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = narrowText(file.code)
  },
})

/** Valid in strings, templates and patterns; the pages do not use `String.raw`. */
export const narrowText = (code: string): string =>
  code.replace(/[\u0100-\uffff]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

import { build } from 'esbuild'

/**
 * Bundles the parsing threads with all dependencies into one module, so that a thread starts quickly. Shared by
 * product, tests and benchmarks.
 * @param {string} outfile ends in .js or .mjs
 */
export const buildParsingThread = (outfile) =>
  build({
    entryPoints: ['bin/parsing-thread.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })

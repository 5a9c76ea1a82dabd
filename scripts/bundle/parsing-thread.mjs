import { build } from 'esbuild'

/**
 * Bundles what runs in the threads for parsing into one module with all that it needs, so that a new thread is soon ready and
 * loads nothing else. The product, its tests and the benchmarks use the same one.
 * @param {string} outfile where to write it; its name ends in .js or .mjs
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

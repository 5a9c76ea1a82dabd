import { build } from 'esbuild'

/**
 * Bundles the code of the parsing threads with all its dependencies into one module, so that a new thread starts quickly. The product,
 * its tests and the benchmarks use the same one.
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

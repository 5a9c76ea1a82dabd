import type { BuildResult } from 'esbuild'

export function buildParsingThread(outfile: string): Promise<BuildResult>

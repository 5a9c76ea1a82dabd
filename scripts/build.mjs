// Builds the Remix application, the three entries of the server and what its threads run into build/. Does nothing when no source is newer than
// the last build, so that a second `npm start` is quick.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { buildParsingThread } from './bundle/parsing-thread.mjs'

const STAMP = 'build/.stamp'
const SOURCES = [
  'app',
  'bin',
  'server',
  'workers',
  'migrations',
  'public',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'remix.config.js',
  'scripts/build.mjs',
  'scripts/bundle',
]

/** The commit that is built, short: given, else asked of git, else nothing. */
const commit =
  process.env.COMMIT?.trim() ||
  spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ||
  ''

const newest = (at) =>
  statSync(at).isDirectory()
    ? Math.max(0, ...readdirSync(at).map((name) => newest(path.join(at, name))))
    : statSync(at).mtimeMs

const fresh = existsSync(STAMP) && SOURCES.every((source) => newest(source) <= statSync(STAMP).mtimeMs)
if (fresh && !process.argv.includes('--force')) process.exit(0)

console.log('Building Watchbill (about half a minute) …')
rmSync('build', { recursive: true, force: true })
const remix = spawnSync(
  process.execPath,
  ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn'],
  {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  },
)
if (remix.status !== 0) process.exit(remix.status ?? 1)
await build({
  entryPoints: { main: 'bin/main.ts', worker: 'bin/worker.ts', cli: 'bin/cli.ts' },
  outdir: 'build',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: true,
  define: { BUILT_COMMIT: JSON.stringify(commit) },
  logLevel: 'warning',
})
await buildParsingThread('build/parsing-thread.js')
writeFileSync(STAMP, '')

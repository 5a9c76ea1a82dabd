// Builds the Remix application, the three entries of the server and the code of its parsing threads into build/. Skipped while no
// source is newer than the last build, so that a second `npm start` is quick.
//   --force   builds anyway
//   --strict  fails when the last build printed a warning: `npm test` (the expected ones: scripts/bundle/expected-warnings.ts)
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { slimManifest } from './bundle/page-manifest.mjs'
import { buildParsingThread } from './bundle/parsing-thread.mjs'

/** Written last. Holds the warnings of the build. */
const STAMP = 'build/.stamp'
const SQL_FOLDER = 'build/sql'
const SOURCES = [
  'app',
  'bin',
  'server',
  'workers',
  'migrations',
  'public',
  'package.json',
  'package-lock.json',
  'postcss.config.cjs',
  'vite.config.ts',
  'remix.config.js',
  'scripts/build.mjs',
  'scripts/bundle',
]

const newest = (file) =>
  statSync(file).isDirectory()
    ? Math.max(0, ...readdirSync(file).map((name) => newest(path.join(file, name))))
    : statSync(file).mtimeMs

const isFresh = () => existsSync(STAMP) && SOURCES.every((source) => newest(source) <= statSync(STAMP).mtimeMs)

/** The short commit: from the environment, else from git, else empty. */
const commit = () =>
  process.env.COMMIT?.trim() ||
  spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ||
  ''

/** @returns {string} the warnings. */
function buildRemix() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build', '--logLevel', 'warn'],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NODE_ENV: 'production' } },
  )
  const output = `${stdout}${stderr}`.trim()
  if (status !== 0) {
    console.error(output)
    process.exit(status ?? 1)
  }
  return output
}

async function buildServer() {
  const { warnings } = await build({
    entryPoints: { main: 'bin/main.ts', worker: 'bin/worker.ts', cli: 'bin/cli.ts' },
    outdir: 'build',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    // A stack names file and line; the sources in the map have no reader.
    sourcesContent: false,
    define: { BUILT_COMMIT: JSON.stringify(commit()), SQL_FOLDER: JSON.stringify(SQL_FOLDER) },
    logLevel: 'error',
  })
  return warnings.map(({ text, location }) => `${location?.file ?? 'esbuild'}: ${text}`).join('\n')
}

function copySql() {
  for (const folder of ['migrations', 'server'])
    for (const file of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.sql')))
      cpSync(path.join(folder, file), path.join(SQL_FOLDER, folder, file))
}

if (process.argv.includes('--force') || !isFresh()) {
  console.log('Building Watchbill (about half a minute) …')
  rmSync('build', { recursive: true, force: true })
  const warnings = [buildRemix(), await buildServer()].filter(Boolean).join('\n')
  slimManifest('build/client/assets')
  await buildParsingThread('build/parsing-thread.js')
  copySql()
  if (warnings) console.warn(warnings)
  writeFileSync(STAMP, warnings)
}

const warnings = readFileSync(STAMP, 'utf8')
if (warnings && process.argv.includes('--strict')) {
  console.error(
    `The build printed warnings: solve each, or expect it in scripts/bundle/expected-warnings.ts.\n${warnings}`,
  )
  process.exit(1)
}

// `npm test`: runs each check as a named step and ends with the line "N passed, N failed". A failing step does not stop the next.
// `npm test -- format types` runs only these.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'

const bin = (name) => `node_modules/.bin/${name}`
const only = process.argv.slice(2)
mkdirSync('.cache', { recursive: true })

/** Each step returns how many checks passed and failed; a command without a report counts as one. */
const steps = {
  format: () => command(bin('biome'), ['ci', '--reporter=summary', '.']),
  types: () => command(bin('tsc'), ['--noEmit']),
  imports: () =>
    command(bin('depcruise'), [
      '--config',
      '.dependency-cruiser.cjs',
      'app',
      'bin',
      'server',
      'workers',
      'migrations',
      'tests',
    ]),
  'folder cycles': () =>
    command(bin('depcruise'), ['--config', '.dependency-cruiser.folders.cjs', 'app', 'bin', 'server', 'workers']),
  unit: () => vitest('unit'),
  'unit in a zone with summer time': () => vitest('unit', { TZ: 'Pacific/Auckland' }, testsOfTimes()),
  // Before the tests that start the built product.
  build: () => command(process.execPath, ['scripts/build.mjs', '--strict']),
  database: () => vitest('database', { TEST_BUILT_CLI: '1' }),
  browser,
}

function command(file, args, env = {}) {
  const { status } = spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** The unit tests that name a day, a time or a zone. */
function testsOfTimes() {
  const { stdout } = spawnSync('git', ['ls-files', '*.test.ts', '*.test.tsx', ':!tests'], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((file) => file && /Date\b|Temporal|zone|\d{4}-\d\d-\d\d|\d:\d\d/.test(readFileSync(file, 'utf8')))
}

function vitest(project, env = {}, files = []) {
  const report = '.cache/vitest.json'
  rmSync(report, { force: true })
  const { status } = spawnSync(
    bin('vitest'),
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...files],
    { stdio: 'inherit', env: { ...process.env, ...env } },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed, failed: status === 0 ? failed : Math.max(failed, 1) }
}

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Installs Playwright's Chromium unless it or the system's is there. */
async function provideBrowser() {
  const { chromium } = await import('@playwright/test')
  if (existsSync(chromium.executablePath()) || SYSTEM_BROWSERS.some((path) => existsSync(path))) return
  console.log('No Chromium found; installing one.')
  spawnSync(bin('playwright'), ['install', '--with-deps', 'chromium'], { stdio: 'inherit' })
}

async function browser() {
  await provideBrowser()
  const report = '.cache/playwright.json'
  rmSync(report, { force: true })
  const { status } = spawnSync(bin('playwright'), ['test', '--reporter=list,json'], {
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, 'utf8')).stats
  return { passed: expected, failed: status === 0 ? unexpected + flaky : Math.max(unexpected + flaky, 1) }
}

let passed = 0
let failed = 0
for (const [name, step] of Object.entries(steps)) {
  if (only.length && !only.includes(name)) continue
  console.log(`\n── ${name} ──`)
  const begun = performance.now()
  const result = await step()
  passed += result.passed
  failed += result.failed
  console.log(`${result.failed ? 'FAILED' : 'ok'}: ${name} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

// `npm test`: runs each check as a named step and ends with the line "N passed, N failed". A failing step stops no
// other.
// `npm test -- format types` runs only these.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { provideBrowser } from './browser.mjs'

const bin = (name) => `node_modules/.bin/${name}`
const only = process.argv.slice(2)
mkdirSync('.cache', { recursive: true })

/** Each step returns how many checks passed and failed; a command without a report counts as one. */
const checks = {
  // A native compiler, seven times as fast; the other one has the interface that tools use.
  types: () => command(process.execPath, ['node_modules/typescript-7/bin/tsc', '--noEmit']),
  // Before the tests that start the built product.
  build: () => command(process.execPath, ['scripts/build.mjs', '--strict']),
  imports: () =>
    command(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', 'app', 'bin', 'server', 'workers', 'tests']),
  'folder cycles': () =>
    command(bin('depcruise'), ['--config', '.dependency-cruiser.folders.cjs', 'app', 'bin', 'server', 'workers']),
  format: () => command(bin('biome'), ['ci', '--reporter=summary', '.']),
  aws,
}
const tests = {
  'unit, zone and database': vitest,
  browser,
}

/** Buffers the output, since another command runs beside it. */
const command = (file, args) =>
  new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    child.on('error', (error) => output.push(Buffer.from(`${error}\n`)))
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
    child.on('close', (status) =>
      resolve({
        ...(status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
        output: Buffer.concat(output),
      }),
    )
  })

/** The template of infra/aws and its types, where its packages are installed: the product does not need them. */
async function aws() {
  if (!existsSync('infra/aws/node_modules')) {
    const output = 'Not tested, since its packages are not installed: npm ci --prefix infra/aws\n'
    return { passed: 0, failed: 0, output }
  }
  const types = await command(process.execPath, ['node_modules/typescript-7/bin/tsc', '--noEmit', '-p', 'infra/aws'])
  return types.failed ? types : command('npm', ['--silent', '--prefix', 'infra/aws', 'test'])
}

/** One process for all projects, which share compiled code. Each reports its own counts and time. */
function vitest() {
  const report = '.cache/vitest-counts.json'
  rmSync(report, { force: true })
  const { status } = spawnSync(
    bin('vitest'),
    ['run', '--reporter=default', '--reporter=./tests/support/run/counts.ts'],
    { stdio: 'inherit', env: { ...process.env, TEST_BUILT_CLI: '1' } },
  )
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { projects: counts, files } = JSON.parse(readFileSync(report, 'utf8'))
  const projects = Object.entries(counts)
  for (const [name, { passed, failed, seconds }] of projects)
    console.log(`${name}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s of work`)
  printSlowest(files)
  const sum = (key) => projects.reduce((total, [, counts]) => total + counts[key], 0)
  return { passed: sum('passed'), failed: status === 0 ? sum('failed') : Math.max(sum('failed'), 1) }
}

function browser() {
  if (!provideBrowser()) return { passed: 0, failed: 1 }
  const report = '.cache/playwright.json'
  rmSync(report, { force: true })
  const { status } = spawnSync(bin('playwright'), ['test', '--reporter=list,json'], {
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { suites, stats } = JSON.parse(readFileSync(report, 'utf8'))
  const { expected, unexpected, flaky } = stats
  // A short summary, since attachments and pictures follow each error above.
  for (const line of suites.flatMap(browserFailures)) console.log(line)
  printSlowest(suites.map((suite) => [suite.file, millisecondsOf(suite) / 1_000]))
  return { passed: expected, failed: status === 0 ? unexpected + flaky : Math.max(unexpected + flaky, 1) }
}

const millisecondsOf = ({ specs = [], suites = [] }) =>
  [...suites.map(millisecondsOf), ...specs.flatMap(({ tests }) => tests.flatMap(durationsOf))].reduce(
    (a, b) => a + b,
    0,
  )

const durationsOf = ({ results }) => results.map(({ duration }) => duration)

const SLOWEST = 15

/** Shows where the time of a step goes. */
function printSlowest(files) {
  const slowest = files.sort(([, a], [, b]) => b - a).slice(0, SLOWEST)
  console.log(`The ${slowest.length} slowest of ${files.length} files:`)
  for (const [file, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
}

const browserFailures = ({ file, specs = [], suites = [] }) => [
  ...suites.flatMap(browserFailures),
  ...specs.flatMap(({ title, line, tests }) =>
    tests
      .flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors))
      .map(({ message = '' }) => `\n${file}:${line} ${title}\n${stripVTControlCharacters(message).slice(0, 1500)}`),
  ),
]

let passed = 0
let failed = 0

const chosen = (steps) => Object.entries(steps).filter(([name]) => !only.length || only.includes(name))

async function run(name, step) {
  const begun = performance.now()
  const result = await step()
  passed += result.passed
  failed += result.failed
  if (result.output) process.stdout.write(`\n── ${name} ──\n${result.output}`)
  console.log(`${result.failed ? 'FAILED' : 'ok'}: ${name} in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

/** Runs two checks concurrently, the longest first: each uses about one processor. */
const waiting = chosen(checks)
const lane = async () => {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(...next)
}
await Promise.all([lane(), lane()])
for (const [name, step] of chosen(tests)) {
  console.log(`\n── ${name} ──`)
  await run(name, step)
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)

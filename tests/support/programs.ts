import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { vi } from 'vitest'
import { runCommandLine } from '#bin/commands/command-line.ts'

export type CliResult = { code: number | null; out: string; err: string }

/**
 * A program of the product: as `npm test` has just built it, else from its sources, which are compiled at each start.
 */
export const commandOf = (program: 'cli' | 'worker') =>
  process.env.TEST_BUILT_CLI ? [`build/${program}.js`] : ['--import', 'tsx', `bin/${program}.ts`]

const environmentFor = (databaseUrl: string) => ({
  NODE_ENV: 'development' as const,
  NO_COLOR: '1',
  DATABASE_URL: databaseUrl,
})

/**
 * Runs the command line on a database, as a script would: in a separate process, without a terminal or questions. Only
 * for tests that need a process; `createCommands` costs a tenth.
 */
export const createCli =
  (databaseUrl: string) =>
  (words: string[], env: Record<string, string> = {}): Promise<CliResult> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...commandOf('cli'), ...words], {
        env: { ...process.env, ...environmentFor(databaseUrl), ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const result: CliResult = { code: null, out: '', err: '' }
      child.stdout.on('data', (chunk: Buffer) => {
        result.out += chunk
      })
      child.stderr.on('data', (chunk: Buffer) => {
        result.err += chunk
      })
      child.once('error', reject)
      child.once('close', (code) => resolve({ ...result, code }))
    })

/**
 * Runs command lines on a database in this process, one at a time. `--help` ends the process, so it needs `createCli`.
 */
export const createCommands =
  (databaseUrl: string) =>
  async (words: string[], env: Record<string, string> = {}): Promise<CliResult> => {
    const result: CliResult = { code: null, out: '', err: '' }
    const before = { ...process.env }
    const printTo = (stream: 'out' | 'err') => (line: unknown) => {
      result[stream] += `${line}\n`
    }
    const out = vi.spyOn(console, 'log').mockImplementation(printTo('out'))
    const err = vi.spyOn(console, 'error').mockImplementation(printTo('err'))
    Object.assign(process.env, environmentFor(databaseUrl), env)
    try {
      result.code = await runCommandLine(words)
      return result
    } finally {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
      Object.assign(process.env, before)
      out.mockReset()
      err.mockReset()
    }
  }

export type ReadEvent = { uid: string; status: string; sequence: number; start: string; end: string; summary: string }

const SCRIPT = `
import sys, json, datetime, icalendar
def instant(at):
    return at.astimezone(datetime.timezone.utc).strftime('%Y-%m-%dT%H:%M:%S.000Z')
found = []
for event in icalendar.Calendar.from_ical(sys.stdin.buffer.read()).walk('VEVENT'):
    assert not getattr(event, 'errors', None), event.errors
    found.append(dict(uid=str(event['UID']), status=str(event['STATUS']), sequence=int(event['SEQUENCE']),
        start=instant(event['DTSTART'].dt), end=instant(event['DTEND'].dt), summary=str(event['SUMMARY'])))
print(json.dumps(found))
`

/** The Python with the reader; looked up once in a process. */
let python: string | null | undefined

const findPython = () =>
  ['/usr/bin/python3', 'python3'].find((file) => spawnSync(file, ['-c', 'import icalendar']).status === 0) ?? null

/**
 * Reads a calendar file with Debian's python3-icalendar; null where that is not installed. The CI installs it
 * (.ci/run), so its absence fails there and never skips a test.
 * @throws when the parser rejects the file.
 */
export function readWithPython(text: string): ReadEvent[] | null {
  if (python === undefined) python = findPython()
  if (!python) {
    if (process.env.CI) throw new Error('python3-icalendar is not installed')
    return null
  }
  return JSON.parse(String(execFileSync(python, ['-c', SCRIPT], { input: text })))
}

import { execFileSync, spawn, spawnSync } from 'node:child_process'

export type CliResult = { code: number | null; out: string; err: string }

/** The command line: as `npm test` has just built it, else from its sources, which have to be compiled at each start. */
const PROGRAM = process.env.TEST_BUILT_CLI ? ['build/cli.js'] : ['--import', 'tsx', 'bin/cli.ts']

/** Runs the command line on a database, as a script would: without a terminal or questions. */
export const createCli =
  (databaseUrl: string) =>
  (words: string[], env: Record<string, string> = {}): Promise<CliResult> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, [...PROGRAM, ...words], {
        env: { ...process.env, NODE_ENV: 'development', NO_COLOR: '1', DATABASE_URL: databaseUrl, ...env },
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

/**
 * Reads a calendar file with Debian's python3-icalendar; null where that is not installed. The CI installs it (.ci/run), so its
 * absence fails there and never skips a test.
 * @throws when the parser rejects the file.
 */
export function readWithPython(text: string): ReadEvent[] | null {
  const python = ['/usr/bin/python3', 'python3'].find(
    (file) => spawnSync(file, ['-c', 'import icalendar']).status === 0,
  )
  if (!python) {
    if (process.env.CI) throw new Error('python3-icalendar is not installed')
    return null
  }
  return JSON.parse(String(execFileSync(python, ['-c', SCRIPT], { input: text })))
}

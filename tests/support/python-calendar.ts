import { execFileSync, spawnSync } from 'node:child_process'

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
 * A calendar file as Debian's python3-icalendar understands it, or null where that is not installed. On a machine of CI it
 * is installed (.ci/run), so that there its absence is a failure and never a test left out.
 * @throws when the parser complains.
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

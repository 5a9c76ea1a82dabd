/** A content line: name in lower case, parameters as written, unescaped text. */
export type Line = { name: string; params: string; value: string }
/** A component: the first line of each name, and nested components. */
export type Part = { name: string; lines: Line[]; parts: Part[] }

/** The components and lines that are read; skips all others, valid or not. */
const LINES: Record<string, ReadonlySet<string>> = {
  vcalendar: new Set(['x-wr-calname', 'x-wr-timezone', 'name', 'method']),
  vtimezone: new Set(['tzid']),
  standard: new Set(['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule', 'rdate']),
  daylight: new Set(['dtstart', 'tzoffsetfrom', 'tzoffsetto', 'rrule', 'rdate']),
  vevent: new Set(
    'uid sequence dtstamp status summary location url dtstart dtend duration rrule rdate exdate recurrence-id'.split(
      ' ',
    ),
  ),
}

const BOUNDARY = /^(BEGIN|END):(V[A-Z]{1,20}|STANDARD|DAYLIGHT|AVAILABLE|X-[A-Z0-9-]{1,60})[ \t]*$/i
const DATES = new Set(['dtstart', 'dtend', 'rdate', 'exdate', 'recurrence-id'])

/** Maximum nesting; skips anything deeper. */
const MAX_DEPTH = 8

/**
 * Reads the calendars of an iCalendar file. Skips invalid lines, and ends a component without an end at the next one,
 * so that an odd line costs only its own event.
 * @returns null without any complete calendar or event.
 */
export function readParts(text: string): Part[] | null {
  const calendars: Part[] = []
  const open: Part[] = []
  const closeFrom = (depth: number) => {
    for (let part = open.pop(); part; part = open.length > depth ? open.pop() : undefined) {
      const outer = open.at(-1)
      if (outer) outer.parts.push(part)
      else if (part.name === 'vcalendar') calendars.push(part)
    }
  }
  for (const line of unfold(text)) {
    const [, edge, named] = BOUNDARY.exec(line) ?? []
    const name = named?.toLowerCase() ?? ''
    if (edge?.toLowerCase() === 'begin') {
      const depth = DEPTHS[name] ?? open.length
      if (open.length > depth) closeFrom(depth)
      if (open.length < MAX_DEPTH) open.push({ name, lines: [], parts: [] })
    } else if (edge) {
      const depth = open.findLastIndex((part) => part.name === name)
      if (depth >= 0) closeFrom(depth)
    } else addLine(open.at(-1), line)
  }
  const isReadable = calendars.length > 0 || open[0]?.parts.some(({ name }) => name === 'vevent')
  if (open.length) closeFrom(0)
  return isReadable ? calendars : null
}

/** Depth by component: anything still open at this depth lacks its end. */
const DEPTHS: Record<string, number> = { vcalendar: 0, vtimezone: 1, vevent: 1, standard: 2, daylight: 2 }

function* unfold(text: string): Generator<string> {
  let folded = ''
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith(' ') || line.startsWith('\t')) folded += line.slice(1)
    else {
      yield folded
      folded = line
    }
  }
  yield folded
}

const HEAD = /^([A-Za-z0-9-]{1,40})([;:])/

function addLine(part: Part | undefined, line: string): void {
  const [head, word, mark] = HEAD.exec(line) ?? []
  const name = word?.toLowerCase() ?? ''
  if (!part || !head || !LINES[part.name]?.has(name)) return
  const start = head.length - 1
  const colon = mark === ':' ? start : DATES.has(name) ? line.lastIndexOf(':') : colonOutsideQuotes(line)
  if (colon < 0) return
  part.lines.push({ name, params: line.slice(start, colon), value: line.slice(colon + 1) })
}

/** Returns the index of the value's colon. An unclosed quotation mark quotes nothing. */
function colonOutsideQuotes(line: string): number {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ':' && !isQuoted) return at
  }
  return line.indexOf(':')
}

export const lineOf = (part: Part, name: string): Line | undefined => part.lines.find((line) => line.name === name)

export const textOf = (part: Part, name: string): string =>
  (lineOf(part, name)?.value ?? '').replace(/\\([\\;,nN])/g, (_, mark: string) => (/n/i.test(mark) ? '\n' : mark))

export function paramOf({ params }: Line, name: 'TZID' | 'RANGE'): string | null {
  const at = params.toUpperCase().indexOf(`;${name}=`)
  if (at < 0) return null
  const rest = params.slice(at + name.length + 2)
  const text = rest.startsWith('"') ? rest.slice(1).split('"')[0] : rest.split(';')[0]
  return text?.trim() || null
}

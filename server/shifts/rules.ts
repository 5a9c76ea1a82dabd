import type { Change } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { agreedTimesProblem } from '#server/shift-facts/times/rules.ts'
import { hoursProblem } from './hours/limits.pure.ts'

const NOTIFIED_FIELDS = [
  'event',
  'person',
  'role',
  'assignment',
  'location',
  'start',
  'end',
  'modified_start',
  'modified_end',
] as const

const AGREED = ['modified_start', 'modified_end'] as const
const HOURS = ['actual_start', 'actual_end'] as const

export type EventTimes = { start: string; end: string }

/**
 * Derives a shift's times (from its event), publication and assignment time, and checks consistency.
 * @param event times of a new shift's event; ISO instants.
 * @param now ISO instant.
 * @param me the acting person's id; null for a program.
 */
export function applyShiftRules(
  { before, after, given, issues }: Change,
  event: EventTimes | undefined,
  now: string,
  me: number | null,
): void {
  after.start ??= event?.start ?? null
  after.end ??= event?.end ?? null
  const differs = (name: string) => before === null || before[name] !== after[name]
  const time = (name: string) => Date.parse(String(after[name]))

  if (time('end') <= time('start')) addIssue(issues, 'end', 'Must be after the start.')
  const keepsPerson = before !== null && !differs('person')
  for (const name of AGREED) {
    const own = name === 'modified_start' ? 'start' : 'end'
    const isGiven = given[name] !== undefined && given[name] !== null
    if (after.person === null || !(keepsPerson || isGiven)) after[name] = null
    else if (after[name] !== null && time(name) === time(own)) after[name] = null
  }
  // Recorded time belongs to the former person: the next one starts with the times of this write, if any.
  if (before !== null && before.person !== null && !keepsPerson) {
    const gives = HOURS.some((name) => given[name] !== undefined && given[name] !== before[name])
    for (const name of HOURS) after[name] = (gives && given[name]) || null
  }
  const instant = (name: string) => (after[name] === null ? null : new Date(time(name)))
  const isSpan = time('end') > time('start')
  const wrong =
    isSpan &&
    agreedTimesProblem({
      start: new Date(time('start')),
      end: new Date(time('end')),
      modified_start: instant('modified_start'),
      modified_end: instant('modified_end'),
    })
  if (wrong && (!keepsPerson || [...AGREED, 'start', 'end'].some(differs))) addIssue(issues, wrong.field, wrong.message)
  if (after.actual_end !== null) {
    if (after.actual_start === null) addIssue(issues, 'actual_start', 'Must be given with an actual end.')
    else if (time('actual_end') < time('actual_start'))
      addIssue(issues, 'actual_end', 'Must not be before the actual start.')
  }

  const changed = HOURS.filter((name) => after[name] !== null && differs(name))
  const at = (name: string) => (after[name] === null ? null : new Date(String(after[name])))
  const problem =
    changed.length &&
    hoursProblem(
      {
        start: new Date(time('start')),
        end: new Date(time('end')),
        actual_start: at('actual_start'),
        actual_end: at('actual_end'),
      },
      { now: new Date(now), admin: true, changed },
    )
  if (problem) addIssue(issues, problem.field, problem.message)

  if (after.draft === null) after.published_by = null
  else if (!before || before.draft === null) {
    after.published_by = me
    if (time('draft') > Date.parse(now)) after.draft = now
  }
  if (differs('person')) after.assigned_at = after.person === null ? null : now
  if (before && differs('start')) after.start_changed_at = now
  if (!before) {
    after.start_changed_at = null
    after.sequence = 0
  } else if (NOTIFIED_FIELDS.some(differs)) after.sequence = Number(before.sequence) + 1
}

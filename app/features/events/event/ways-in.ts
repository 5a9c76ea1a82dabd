import type { OpenForReader } from '#server/open-shifts/own-obstacles.ts'
import type { FullAssignment } from '#server/waiting/contract.ts'
import type { ShiftGroup } from './shift-groups.ts'

type Span = { start: string; end: string }

/** One way to take part in an event: what "Count me in" does when it is chosen. Times are instants. */
export type WayIn = Span & { key: string; name: string } & (
    | { kind: 'take'; shift: number }
    | { kind: 'ask'; assignment: number | null; role: number | null; isAny: boolean }
    | { kind: 'join'; assignment: number; position: number }
  )

type Facts = {
  event: Span
  groups: readonly ShiftGroup<{ id: number; start: string; end: string }>[]
  open: Record<number, OpenForReader>
  full: readonly FullAssignment[]
  /** Whether members take open shifts here; otherwise they ask for them. */
  selfAssign: boolean
  isOn: boolean
  hasRequest: boolean
  now: string
}

/** Whether the reader could be on a shift of the group that is still open, were nothing in their way. */
export const isOffered = ({ open, mine, end }: Facts['groups'][number], now: string): boolean =>
  open.length > 0 && !mine && Date.parse(end) > Date.parse(now)

/** Lists the ways in, the one that most people want first. */
export function waysIn({ event, groups, open, full, selfAssign, isOn, hasRequest, now }: Facts): WayIn[] {
  const mayAsk = !isOn && !hasRequest
  const parts = groups.flatMap((group): WayIn[] => {
    const [first] = group.open
    if (!first || !isOffered(group, now) || group.missing.length) return []
    const { key, name, assignment, role } = group
    const one = { key, name, start: first.start, end: first.end }
    if (!selfAssign) return mayAsk ? [{ ...one, kind: 'ask', assignment, role, isAny: false }] : []
    return open[first.id]?.words ? [] : [{ ...one, kind: 'take', shift: first.id }]
  })
  const lists = full.flatMap(({ assignment, name, place, waiting, joinable }): WayIn[] =>
    joinable && place === null && !isOn
      ? [{ ...event, key: `list ${assignment}`, name, kind: 'join', assignment, position: waiting + 1 }]
      : [],
  )
  const any: WayIn[] = mayAsk
    ? [
        {
          ...event,
          key: 'any',
          name: anyName(selfAssign, parts),
          kind: 'ask',
          assignment: null,
          role: null,
          isAny: true,
        },
      ]
    : []
  return selfAssign ? [...parts, ...lists, ...any] : [...any, ...parts, ...lists]
}

const anyName = (selfAssign: boolean, parts: readonly WayIn[]) => {
  if (!selfAssign) return 'Let the club choose'
  return parts.length ? 'Ask for another part' : 'Ask for a part'
}

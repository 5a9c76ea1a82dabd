import type { MissingCompetency } from '#server/requests/sign-up/contract.ts'

type ShiftFields = {
  id: number
  person: number | null
  assignment: number | null
  assignment_name: string | null
  role: number | null
  role_name: string | null
  start: string
  end: string
  outside: boolean
}

export type ShiftGroup<T> = {
  key: string
  name: string
  assignment: number | null
  role: number | null
  start: string
  end: string
  outside: boolean
  shifts: T[]
  open: T[]
  onHold: number
  mine: boolean
  requested: boolean
  missing: MissingCompetency[]
}

export type Viewer = {
  person: number
  request: { assignment: number | null; role: number | null } | null
  missing: readonly MissingCompetency[]
  isHeld: (shift: number) => boolean
}

/**
 * Groups shifts by assignment, role and time: the viewer's first, then requested, open, full and locked ones, each in
 * the roster's order.
 */
export function groupShifts<T extends ShiftFields>(
  shifts: readonly T[],
  { person, request, missing, isHeld }: Viewer,
): ShiftGroup<T>[] {
  const groups = new Map<string, T[]>()
  for (const shift of shifts) {
    const key = `${shift.assignment}-${shift.role} ${shift.start} ${shift.end}`
    groups.set(key, [...(groups.get(key) ?? []), shift])
  }
  const hasRequest = request !== null && (request.assignment !== null || request.role !== null)
  const grouped = [...groups].map(([key, members]): ShiftGroup<T> => {
    const { assignment, assignment_name, role, role_name, start, end } = members[0]!
    const outside = members.some((shift) => shift.outside)
    const unfilled = members.filter((shift) => shift.person === null)
    const open = unfilled.filter(({ id }) => !isHeld(id))
    return {
      key,
      name: [assignment_name, role_name].filter(Boolean).join(' · ') || 'Helper',
      ...{ assignment, role, start, end, outside, open },
      shifts: members,
      onHold: unfilled.length - open.length,
      mine: members.some((shift) => shift.person === person),
      requested: hasRequest && request.assignment === assignment && request.role === role,
      missing: missing.filter(({ shift }) => shift === open[0]?.id),
    }
  })
  const rank = ({ mine, requested, open, missing }: ShiftGroup<T>) =>
    mine ? 0 : requested ? 1 : open.length === 0 ? 3 : missing.length ? 4 : 2
  return grouped.sort((a, b) => rank(a) - rank(b))
}

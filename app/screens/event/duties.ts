import type { MissingCompetency } from '#server/requests/sign-up/contract.ts'

type Place = {
  id: number
  person: number | null
  assignment: number | null
  assignment_name: string | null
  role: number | null
  role_name: string | null
  start: string
  end: string
}

export type Duty<T> = {
  key: string
  name: string
  assignment: number | null
  role: number | null
  start: string
  end: string
  shifts: T[]
  free: T[]
  mine: boolean
  /** It is what the reader asked for. */
  wished: boolean
  /** What the reader lacks for the places that are free. */
  lacks: MissingCompetency[]
}

/** Who looks at a roster: what they asked for and what they lack. */
export type Reader = {
  person: number
  wish: { assignment: number | null; role: number | null } | null
  lacks: readonly MissingCompetency[]
}

/**
 * Groups places by duty, role and time. The reader's own come first, then what they asked for, then what is open to them,
 * what is full, and what is closed to them; each in the roster's order.
 */
export function dutiesOf<T extends Place>(shifts: readonly T[], { person, wish, lacks }: Reader): Duty<T>[] {
  const groups = new Map<string, T[]>()
  for (const shift of shifts) {
    const key = `${shift.assignment}-${shift.role} ${shift.start} ${shift.end}`
    groups.set(key, [...(groups.get(key) ?? []), shift])
  }
  const wishes = wish !== null && (wish.assignment !== null || wish.role !== null)
  const duties = [...groups].map(([key, all]): Duty<T> => {
    const { assignment, assignment_name, role, role_name, start, end } = all[0]!
    const free = all.filter((place) => place.person === null)
    return {
      key,
      name: [assignment_name, role_name].filter(Boolean).join(' · ') || 'Helper',
      ...{ assignment, role, start, end, free },
      shifts: all,
      mine: all.some((place) => place.person === person),
      wished: wishes && wish.assignment === assignment && wish.role === role,
      lacks: lacks.filter(({ shift }) => shift === free[0]?.id),
    }
  })
  const rank = ({ mine, wished, free, lacks: closed }: Duty<T>) =>
    mine ? 0 : wished ? 1 : free.length === 0 ? 3 : closed.length ? 4 : 2
  return duties.sort((a, b) => rank(a) - rank(b))
}

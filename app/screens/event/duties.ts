type Place = {
  id: number
  person: number | null
  assignment_name: string | null
  role_name: string | null
  start: string
  end: string
}

export type Duty<T> = { key: string; name: string; start: string; end: string; shifts: T[] }

/** Groups places by duty, role and time, in the roster's order, those of `person` first. */
export function dutiesOf<T extends Place>(shifts: T[], person: number): Duty<T>[] {
  const duties = new Map<string, Duty<T>>()
  for (const shift of shifts) {
    const name = [shift.assignment_name, shift.role_name].filter(Boolean).join(' · ') || 'Helper'
    const key = `${name}|${shift.start}|${shift.end}`
    const duty = duties.get(key) ?? { key, name, start: shift.start, end: shift.end, shifts: [] }
    duty.shifts.push(shift)
    duties.set(key, duty)
  }
  const mine = (duty: Duty<T>) => (duty.shifts.some((shift) => shift.person === person) ? 0 : 1)
  return [...duties.values()].sort((a, b) => mine(a) - mine(b))
}

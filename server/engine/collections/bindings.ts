import type { Scope } from './define.ts'

export type Run = {
  me: number | null
  admin: boolean
  now: Date
  organisation: string
  zone: string
  limit?: number | null
  offset?: number
  /** The escaped pattern of `search`; null without a search. */
  search?: string | null
  filters?: readonly (readonly unknown[])[]
  ids?: readonly number[]
  kind?: string
  type?: number
}

type Slot = (run: Run) => unknown

/** The text is the same for every request of its shape, so that each connection prepares it once. */
export type Statement = { text: string; values: (run: Run) => unknown[] }

export type Bindings = ReturnType<typeof createBindings>

/** Numbers the parameters of one statement; binds equal values once. */
export function createBindings() {
  const slots: Slot[] = []
  const bound = new Map<string, string>()
  const bind = (name: string, type: string, slot: Slot): string => {
    const known = bound.get(name)
    if (known) return known
    slots.push(slot)
    const text = `$${slots.length}::${type}`
    bound.set(name, text)
    return text
  }
  const scope = (t: string): Scope => ({
    t,
    me: () => bind('me', 'bigint', (run) => run.me),
    admin: () => bind('admin', 'boolean', (run) => run.admin),
    now: () => bind('now', 'timestamptz', (run) => run.now),
    today: () =>
      `(${bind('now', 'timestamptz', (run) => run.now)} at time zone ${bind('zone', 'text', (run) => run.zone)})::date`,
    organisation: () => bind('organisation', 'text', (run) => run.organisation),
    day: (instant) => `to_char(${instant} at time zone ${bind('zone', 'text', (run) => run.zone)}, 'Dy FMDD Mon YYYY')`,
  })
  const statement = (text: string): Statement => ({ text, values: (run) => slots.map((slot) => slot(run)) })
  return { bind, scope, statement }
}

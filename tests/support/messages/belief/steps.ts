import { type Seeded, seeded } from '#tests/support/random.ts'
import { EVENTS, LOOKUPS, type Lookup, MEMBERS, OPEN, PEOPLE, SHIFT_COUNT, SHIFTS_OF } from './club.ts'

/** What changes in a shift; times in minutes from what they are, everything else by its place in the club's lists. */
export type Edit =
  | { start: number; end: number }
  | { location: number | null }
  | { assignment: number | null }
  | { role: number | null }
  | { person: number | null }

/** One act of a history: people, shifts, events and lookups by their place in the club's lists. `by` is an admin. */
export type Step =
  | { do: 'grid'; by: number; shift: number; person: number | null }
  | { do: 'edit'; by: number; shift: number; edit: Edit }
  | { do: 'bulk'; by: number; shifts: number[]; edit: Edit }
  | { do: 'rename'; by: number; event: number; name: string }
  | { do: 'place'; by: number; event: number; location: number }
  | { do: 'move'; by: number; event: number; hours: number }
  | { do: 'publish'; by: number; event: number }
  | { do: 'publish one'; by: number; shift: number }
  | { do: 'unpublish'; by: number; shift: number }
  | { do: 'remove shift'; by: number; shift: number }
  | { do: 'remove event'; by: number; event: number }
  | { do: 'decide'; by: number; event: number; decision: 'off' | 'go' | null }
  /** Takes back the act of the step `of`, as its screen does. */
  | { do: 'undo'; by: number; of: number }
  | { do: 'answer'; shift: number; answer: 'confirmed' | 'declined' | 'asked'; cover: boolean; release: boolean }
  /** An admin answers for the person. */
  | { do: 'hand'; by: number; shift: number; answer: 'confirmed' | 'declined' }
  /** By the link of a message that they got, the last one or an older one. */
  | { do: 'link'; person: number; back: number; answer: 'confirmed' | 'declined' }
  | { do: 'take'; person: number; shift: number }
  | { do: 'seek'; by: number; shift: number }
  | { do: 'ask'; by: number; shift: number; person: number }
  | { do: 'cover'; person: number; answer: 'yes' | 'no' }
  | { do: 'hand over'; shift: number; to: number }
  | { do: 'swap'; shift: number; for: number }
  | { do: 'agree'; person: number; yes: boolean }
  | { do: 'sign up'; person: number; event: number }
  /** An admin gives a shift to the last person who signed up for its event. */
  | { do: 'assign request'; by: number; shift: number }
  /** They wait for the assignment of a shift at its event. */
  | { do: 'wait'; person: number; shift: number }
  | { do: 'accept place'; person: number }
  /** An admin acts as a member. */
  | { do: 'act as'; by: number; person: number; shift: number; what: 'take' | 'confirmed' | 'declined' }
  | { do: 'settings'; by: number; change: { sms_enabled?: boolean; ask_answers?: boolean; quiet_end?: string } }
  | { do: 'remove person'; by: number; person: number }
  | { do: 'active'; by: number; person: number; active: boolean }
  | { do: 'mails'; person: number; on: boolean }
  | { do: 'texts'; person: number; on: boolean }
  | { do: 'site'; status: 'suspended' | 'active' }
  | { do: 'remove lookup'; by: number; table: Lookup; nth: number }
  /** The provider refuses the next mail to them. */
  | { do: 'refuse'; person: number }
  /** The next mail to them comes back. */
  | { do: 'bounce'; person: number }
  | { do: 'unblock'; by: number; person: number }

export type Act = Step['do']

/** Acts that are left out of the histories until what fails there is mended. */
export const LATER: readonly Act[] = []

/** How often each act is made. */
const OFTEN: Record<Act, number> = {
  ...{ grid: 14, edit: 12, bulk: 8, rename: 2, place: 3, move: 3, publish: 4, 'publish one': 2, unpublish: 3 },
  ...{ 'remove shift': 3, 'remove event': 1, decide: 6, undo: 18, answer: 9, hand: 2, link: 5, take: 6, seek: 2 },
  ...{ ask: 4, cover: 5, 'hand over': 3, swap: 2, agree: 5, active: 2, mails: 2, texts: 2, site: 2 },
  ...{ 'sign up': 2, 'assign request': 2, wait: 2, 'accept place': 3, 'act as': 2, settings: 1, 'remove person': 1 },
  ...{ 'remove lookup': 1, refuse: 1, bounce: 1, unblock: 1 },
}

/** A history: what is done, if anything, and how long nothing happens then. In milliseconds. */
export type History = { begins: Date; waits: number[]; steps: (Step | null)[] }

const BEGINS = ['2027-03-24T09:00Z', '2027-06-14T16:30Z', '2027-10-27T06:10Z', '2027-03-27T18:50Z']
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]

/**
 * A step that was made. The `actor` saw the changed shifts and those in `saw`. Someone recorded an answer for the shifts in `answered`; with
 * `inTheirName` the person did not hear of it. Cover is sought for every shift of `replaced`, whatever they answered. The actor said no to `refused`
 * and read nothing else of it. With `settles` a screen can undo the step, so its messages wait.
 */
export type Made = {
  actor: number | null
  saw?: number[]
  answered?: number[]
  inTheirName?: boolean
  replaced?: number
  refused?: number
  settles?: boolean
  /** Changes an event, not its shifts. */
  ofEvent?: true
}

/** How many histories share their clock. */
export const TOGETHER = 40

/** Returns when the histories begin that share a clock, and how long they wait after each step: often only seconds. */
export function clockOf(group: number, length: number): Pick<History, 'begins' | 'waits'> {
  const random = seeded(group * 7_919 + 17)
  const begins = new Date(Date.parse(BEGINS[group % BEGINS.length]!) + random.below(600) * MINUTE)
  const wait = () => {
    const kind = random.next()
    if (kind < 0.35) return (1 + random.below(6)) * SECOND
    if (kind < 0.5) return (6 + random.below(18)) * SECOND
    if (kind < 0.7) return (28 + random.below(60)) * SECOND
    return kind < 0.85 ? (2 + random.below(40)) * MINUTE : (1 + random.next() * 5) * HOUR
  }
  return { begins, waits: Array.from({ length }, () => Math.round(wait() / SECOND) * SECOND) }
}

/** Returns the history of a number, always the same; `later` are acts that it leaves out. */
export function historyOf(seed: number, length: number, later: readonly Act[] = LATER): History {
  const clock = clockOf(Math.floor(seed / TOGETHER), length)
  const random = seeded(seed * 104_729 + 3)
  const bag = (Object.keys(OFTEN) as Act[]).flatMap((act) =>
    later.includes(act) ? [] : Array<Act>(OFTEN[act]).fill(act),
  )
  const focus = drawFocus(random)
  const steps: (Step | null)[] = []
  while (steps.length < length) {
    const act = random.pick(bag)
    const step = act === 'undo' ? undoOf(random, steps, clock.waits) : drawStep(random, act, focus)
    if (step) steps.push(step)
  }
  return { ...clock, steps }
}

/** What screens can undo. */
export const REVERSIBLE: readonly Act[] = [
  ...([
    'grid',
    'bulk',
    'publish',
    'remove shift',
    'remove event',
    'decide',
    'answer',
    'take',
    'remove lookup',
    'remove person',
  ] as const),
]

/** Undoes one of the last acts that a screen can undo, mostly while its window is open. */
function undoOf(random: Seeded, steps: readonly (Step | null)[], waits: readonly number[]): Step | null {
  const undone = new Set(steps.flatMap((step) => (step?.do === 'undo' ? step.of : [])))
  const since = (of: number) => waits.slice(of, steps.length).reduce((sum, wait) => sum + wait, 0)
  const recent = steps.flatMap((step, of) =>
    step && REVERSIBLE.includes(step.do) && !undone.has(of) && (since(of) <= 24 * SECOND || random.chance(0.1))
      ? [of]
      : [],
  )
  return recent.length
    ? { do: 'undo', by: adminIn(random), of: random.chance(0.8) ? recent.at(-1)! : random.pick(recent) }
    : null
}

const adminIn = (random: Seeded) => MEMBERS + random.below(PEOPLE.length - MEMBERS)

/** Whom and what most steps of a history are about, so that they meet. */
type Focus = { event: number; shifts: number[]; members: number[] }

function drawFocus(random: Seeded): Focus {
  const event = random.below(EVENTS.length)
  const shifts = [random.pick(SHIFTS_OF[event]!), random.pick(SHIFTS_OF[event]!)]
  return { event, shifts, members: [random.below(MEMBERS), random.below(MEMBERS)] }
}

function drawStep(random: Seeded, act: Exclude<Act, 'undo'>, focus: Focus): Step {
  const by = adminIn(random)
  const near = random.chance(0.75)
  const shift = near ? random.pick(focus.shifts) : random.below(SHIFT_COUNT)
  const event = near ? focus.event : random.below(EVENTS.length)
  const member = near ? random.pick(focus.members) : random.below(MEMBERS)
  // Bob helps, too.
  const person = random.chance(0.1) ? PEOPLE.length - 1 : member
  const personOrNone = random.chance(0.3) ? null : person
  const table = random.pick(Object.keys(LOOKUPS) as Lookup[])
  const edit = (): Edit => {
    const nth = random.chance(0.2) ? null : random.below(2)
    switch (random.below(6)) {
      case 0:
        return { location: nth }
      case 1:
        return { assignment: nth }
      case 2:
        return { role: nth }
      case 3:
        return { person: personOrNone }
      default: {
        const start = random.pick([-120, -40, -20, 0, 0, 20, 40, 90, 1440, 2880, -1440, -7200])
        return { start, end: start + random.pick([0, 0, 20, 45, -30, ...(start === 0 ? [60] : [])]) }
      }
    }
  }
  switch (act) {
    case 'grid':
      return { do: act, by, shift, person: personOrNone }
    case 'edit':
      return { do: act, by, shift, edit: edit() }
    case 'bulk':
      return { do: act, by, shifts: [...new Set([shift, random.below(SHIFT_COUNT)])], edit: edit() }
    case 'rename':
      return { do: act, by, event, name: random.pick([...EVENTS, 'Cup', 'Open day']) }
    case 'place':
      return { do: act, by, event, location: random.below(2) }
    case 'move':
      return { do: act, by, event, hours: random.pick([-24, -1, 1, 24, 48]) }
    case 'publish':
    case 'remove event':
      return { do: act, by, event }
    case 'publish one':
    case 'unpublish':
    case 'remove shift':
    case 'seek':
      return { do: act, by, shift }
    case 'decide':
      return { do: act, by, event, decision: random.pick(['off', 'off', null, null, 'go'] as const) }
    case 'answer': {
      const answer = random.pick(['confirmed', 'confirmed', 'declined', 'declined', 'asked'] as const)
      return { do: act, shift, answer, cover: random.chance(0.8), release: answer === 'declined' && random.chance(0.2) }
    }
    case 'hand':
      return { do: act, by, shift, answer: random.pick(['confirmed', 'declined'] as const) }
    case 'link':
      return {
        do: act,
        person: member,
        back: random.pick([0, 0, 1, 3]),
        answer: random.pick(['confirmed', 'declined']),
      }
    case 'take':
      return { do: act, person, shift }
    case 'ask':
      return { do: act, by, shift, person: member }
    case 'cover':
      return { do: act, person: member, answer: random.pick(['yes', 'yes', 'no']) }
    case 'hand over':
      return { do: act, shift, to: member }
    case 'swap':
      return { do: act, shift, for: random.below(SHIFT_COUNT) }
    case 'agree':
      return { do: act, person: member, yes: random.chance(0.8) }
    case 'sign up':
      return { do: act, person: member, event }
    case 'assign request':
      return { do: act, by, shift }
    case 'wait':
      return { do: act, person: member, shift }
    case 'accept place':
      return { do: act, person: member }
    case 'act as':
      return { do: act, by, person: member, shift, what: random.pick(['take', 'confirmed', 'declined']) }
    case 'settings': {
      const changes = [
        { sms_enabled: random.chance(0.6) },
        { ask_answers: random.chance(0.6) },
        { quiet_end: random.pick(['06:00', '08:00', '10:00']) },
      ]
      return { do: act, by, change: random.pick(changes) }
    }
    case 'remove person':
      return { do: act, by, person: member }
    case 'active':
      return { do: act, by, person: member, active: random.chance(0.5) }
    case 'mails':
    case 'texts':
      return { do: act, person: member, on: random.chance(0.6) }
    case 'site':
      return { do: act, status: random.chance(0.4) ? 'suspended' : 'active' }
    case 'remove lookup':
      return { do: act, by, table, nth: random.below(2) }
    case 'refuse':
    case 'bounce':
      return { do: act, person: member }
    case 'unblock':
      return { do: act, by, person: member }
  }
}

const CALM = 6

/**
 * A history whose last two steps are an act, and its undo some seconds later. Before, all is quiet at nine in the morning for twice so long as
 * the two steps take, at the steps `CALM` + 1 and `CALM` + 2.
 */
export function undoneHistory(seed: number): History & { act: Act; from: number } {
  const { begins, waits } = clockOf(Math.floor(seed / TOGETHER), CALM)
  const random = seeded(seed * 15_485_863 + 5)
  const act = REVERSIBLE[seed % REVERSIBLE.length] as Exclude<Act, 'undo'>
  const bag = (Object.keys(OFTEN) as Act[]).filter((one) => one !== 'undo' && one !== 'site')
  const focus = drawFocus(random)
  const steps = waits.map(() => drawStep(random, random.pick(bag) as Exclude<Act, 'undo'>, focus))
  const drawn = drawStep(random, act, focus)
  const last = drawn.do === 'take' ? { ...drawn, shift: random.pick(OPEN) } : drawn
  const passed = waits.reduce((sum, wait) => sum + wait, 0)
  const dawn = 24 * HOUR - ((begins.getTime() + passed) % (24 * HOUR)) + 9 * HOUR
  const soon = (2 + (Math.floor(seed / TOGETHER) % 18)) * SECOND
  return {
    ...{ begins, act, from: CALM + 2 },
    waits: [...waits, dawn, 3 * MINUTE, soon, 2 * MINUTE],
    steps: [...steps, null, null, last, { do: 'undo', by: MEMBERS, of: CALM + 2 }],
  }
}

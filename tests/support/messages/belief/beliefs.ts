import { type Club, EVENTS, PEOPLE } from './club.ts'
import { type Loss, type Message, reminds } from './outbox.ts'
import { differing, type Facts, holds, isAsAsked, type Truth } from './truth.ts'

/** What somebody thinks of a shift: it is theirs, its event is called off, or it is not theirs. `heard`: by which ways they know, and by what. */
type Belief = {
  state: 'theirs' | 'off' | 'not theirs'
  facts: Facts | null
  heard: Map<string, string>
  /** What it was before an own act. */
  before?: Belief | undefined
}

/** A message or a belief that is wrong: `check` is the letter of the promise, `kind` what it is about. */
export type Fault = { check: 'a' | 'b' | 'c' | 'd' | 'e' | 'n'; kind: string; says: string }

const FIELDS_NAMED = ['location', 'assignment', 'role'] as const

/** An own act is known by all ways. */
const ACT = ['email', 'sms']
const OWN_ACT = 'an own act'

/** The people of a club, who believe only what messages say and what they did themselves. */
export function createBeliefs(club: Club) {
  const believed = new Map<string, Belief>()
  /** Who has heard that an event is off, by which ways. */
  const offFor = new Map<string, Set<string>>()
  /** What people answered, to which facts, and were not told since that the shift is not theirs. */
  const given = new Map<string, { answer: string; facts: Facts }>()
  /** What was lost on its way to people. */
  const missed = new Map<string, Loss>()
  /** Names of deleted places, assignments and roles. */
  const gone = new Set<string>()
  /** Until when people believe that they are offered a shift, or asked to cover it. */
  const promised = new Map<string, number>()
  const key = (person: number, shift: number) => `${person} ${shift}`
  const beliefOf = (person: number, shift: number) => believed.get(key(person, shift))
  const set = (person: number, shift: number, belief: Omit<Belief, 'heard'>, ways: readonly string[], by: string) => {
    missed.delete(key(person, shift))
    promised.delete(key(person, shift))
    if (belief.state === 'not theirs') given.delete(key(person, shift))
    believed.set(key(person, shift), { ...belief, heard: new Map(ways.map((way) => [way, by])) })
  }
  const nameOf = (person: number) => PEOPLE[club.people.findIndex(({ id }) => id === person)]?.name ?? 'someone'
  const shiftName = (shift: number) => `shift ${club.shifts.indexOf(shift)}`
  const eventName = (event: number) => `event ${club.events.indexOf(event)} (${EVENTS[club.events.indexOf(event)]})`

  /** No one counts on an offer or a request at an event that they know is off. */
  const endPromisesOf = (person: number, event: number) => {
    for (const shift of club.shifts) if (club.eventOf.get(shift) === event) promised.delete(key(person, shift))
  }

  /** They saw it themselves. */
  const sees = (person: number, shift: number, truth: Truth) => {
    const is = truth.shifts.get(shift)
    const state = !holds(is, person) ? 'not theirs' : is.off ? 'off' : 'theirs'
    const was = beliefOf(person, shift)
    set(person, shift, { state, facts: is?.facts ?? null, before: was }, ACT, OWN_ACT)
    // They took back what they changed, as if nothing had happened: what they heard by one way may come by the other.
    const earlier = was?.before
    if (is && earlier?.facts && earlier.state === state && !differing(earlier.facts, is.facts, gone).length)
      believed.set(key(person, shift), { ...earlier, facts: is.facts })
    if (is?.off) {
      offFor.set(key(person, is.event), new Set(ACT))
      endPromisesOf(person, is.event)
    } else if (is) offFor.delete(key(person, is.event))
  }

  /** Somebody has said whether the person on a shift comes, or has taken it back. */
  const answers = (shift: number, truth: Truth, inTheirName = false) => {
    const is = truth.shifts.get(shift)
    if (!is?.person) return
    // Who answers by word of mouth has heard of the shift, and gets its message all the same.
    if (!inTheirName && !is.off && beliefOf(is.person, shift)?.state !== 'theirs')
      set(is.person, shift, { state: 'theirs', facts: is.facts }, [], 'word of mouth')
    if (is.answer === null || is.answer === 'asked') given.delete(key(is.person, shift))
    else given.set(key(is.person, shift), { answer: is.answer, facts: is.facts })
  }

  /** Several changes within one undo window produce one message, also to a person who made one of them. */
  const isChangedAgain = (shift: number, by: number | null) => {
    for (const { id } of club.people) {
      const heard = beliefOf(id, shift)?.heard
      if (id !== by && heard?.get(ACT[0]!) === OWN_ACT) heard.clear()
    }
  }

  /** They changed an event without seeing recent changes of others to its shifts, and may get a message about those. */
  const mayHear = (person: number, shift: number) => beliefOf(person, shift)?.heard.clear()

  const refuses = (person: number, shift: number) => promised.delete(key(person, shift))

  /** They were deactivated, and a coordinator has had cover sought for their shifts. */
  const isReplaced = (person: number) => {
    for (const pair of given.keys()) if (pair.startsWith(`${person} `)) given.delete(pair)
  }

  /** Of a message that is lost nothing is sent again by itself: until they are told more, its reader need not know. */
  const loses = (me: number, { lost, items, about, notice }: Message): Fault[] => {
    const parts = (about.parts ?? []).flatMap(({ person, gives, gets }) =>
      person === me ? [gives ?? 0, gets ?? 0] : [],
    )
    const ofEvent = club.shifts.filter((shift) => club.eventOf.get(shift) === about.event)
    for (const shift of [
      ...items.map((item) => item.shift),
      about.shift ?? notice?.shift_id ?? 0,
      ...parts,
      ...ofEvent,
    ]) {
      missed.set(key(me, shift), lost!)
      promised.delete(key(me, shift))
    }
    return []
  }

  /** Their address works again, so that they are told what they missed. */
  const isMended = (person: number) => {
    for (const [pair, loss] of missed) if (loss === 'bounce' && pair.startsWith(`${person} `)) missed.delete(pair)
  }

  /** Reads a message as its reader does. @returns what is wrong with it. */
  const read = (message: Message, truth: Truth): Fault[] => {
    const { channel, kind, items, notice, about, to } = message
    const reader = club.people.find(({ email, phone }) => (channel === 'email' ? email : phone) === to)
    if (!reader) return []
    const { id: me } = reader
    if (message.lost) return loses(me, message)
    const faults: Fault[] = []
    const fault = (check: 'b' | 'c', says: string, of = '') =>
      faults.push({
        check,
        kind: [kind, of].filter(Boolean).join(' '),
        says: `${kind} by ${channel} to ${nameOf(me)}: ${says}`,
      })
    /** Adds a telling. @returns what told the reader the same by the same way before; null when it is new. */
    const learn = (shift: number, state: Belief['state'], facts: Facts | null): string | null => {
      const knew = beliefOf(me, shift)
      // What replaced something before that was deleted is new to them.
      const replaced = FIELDS_NAMED.some(
        (field) => gone.has(knew?.facts?.[field] ?? '') && facts?.[field] && !gone.has(facts[field]),
      )
      const same =
        knew?.state === state &&
        (state !== 'theirs' || (facts && knew.facts && !replaced && !differing(facts, knew.facts, gone).length))
      // What is left out since it was deleted counts once it is back.
      if (same && facts) knew.facts = facts
      if (!same) set(me, shift, { state, facts }, [channel], kind)
      else if (knew.heard.has(channel)) return knew.heard.get(channel)!
      else knew.heard.set(channel, kind)
      return null
    }
    const untrue = (shift: number, said: Facts | null) => {
      const is = truth.shifts.get(shift)
      const wrong = said && is ? differing(said, is.facts, gone) : []
      if (!holds(is, me)) fault('b', `${shiftName(shift)} is not theirs`)
      else if (is.off) fault('b', `${shiftName(shift)} is called off`)
      else if (wrong.length)
        fault(
          'b',
          `${shiftName(shift)} has another ${wrong.map((f) => `${f} (${said?.[f as keyof Facts]}, true ${is.facts[f as keyof Facts]})`).join(', ')}`,
        )
    }
    const notTheirs = (shift: number) => {
      if (holds(truth.shifts.get(shift), me)) fault('b', `${shiftName(shift)} is theirs`)
    }
    for (const { shift, facts, before } of items) {
      const knew = beliefOf(me, shift)
      if (kind === 'shift.cancelled') {
        const event = club.eventOf.get(shift) ?? 0
        notTheirs(shift)
        if (!knew) fault('c', `they never knew of ${shiftName(shift)}`)
        // They have read that the event goes ahead, but not how their part has changed, and count on it.
        else if (knew.state === 'off' && !truth.on.has(event) && offFor.has(key(me, event)))
          fault('c', `they know that ${shiftName(shift)} is off`)
        const again = learn(shift, 'not theirs', null)
        if (again) fault('c', `they know that ${shiftName(shift)} is not theirs`, `after ${again}`)
        continue
      }
      untrue(shift, facts)
      if (kind === 'shift.changed' && knew?.state === 'theirs' && knew.facts && before) {
        // Changes of several people within one undo window may become one message.
        const were = knew.heard.size ? [knew] : [knew, knew.before]
        const wrong = (['start', 'end'] as const).filter(
          (f) => before[f] && were.every((was) => before[f] !== was?.facts?.[f]),
        )
        // The other channel has told them of this change already.
        if (wrong.length && differing(facts, knew.facts, gone).length)
          fault('b', `${shiftName(shift)} was not ${before[wrong[0]!]} for them, but ${knew.facts[wrong[0]!]}`)
      }
      const again = learn(shift, 'theirs', facts)
      if (again && !reminds(kind)) fault('c', `they know ${shiftName(shift)} as it is, by ${again}`, `after ${again}`)
    }
    const promise = notice?.shift_id
    if (promise) readOfPromise(key(me, promise))
    if (about.event !== undefined) readOfEvent(message, about.event)
    else if (about.parts) for (const part of about.parts) if (part.person === me) readOfSwap(part)
    if (about.shift !== undefined) readOfCover(about.shift)
    return faults

    function readOfPromise(pair: string) {
      const { at, until } = notice?.times ?? {}
      if (kind === 'waiting.offered') promised.set(pair, Date.parse(until!))
      else if (kind === 'cover.asked') promised.set(pair, Date.parse(at!))
      else promised.delete(pair)
    }

    function readOfEvent({ kind }: Message, event: number) {
      if (kind === 'event.called_off') endPromisesOf(me, event)
      const mine = club.shifts.filter((shift) => {
        const knew = beliefOf(me, shift)
        return (
          knew && club.eventOf.get(shift) === event && knew.state === (kind === 'event.called_off' ? 'theirs' : 'off')
        )
      })
      const heard = offFor.get(key(me, event))
      if (kind === 'event.called_off') {
        if (truth.on.has(event)) fault('b', `${eventName(event)} is on`)
        // They may have seen it at one shift without looking at another.
        if (heard?.has(channel) && !mine.length) fault('c', `they know that ${eventName(event)} is off`)
        offFor.set(key(me, event), (heard ?? new Set()).add(channel))
        for (const shift of mine) learn(shift, 'off', beliefOf(me, shift)!.facts)
        return
      }
      if (!truth.on.has(event)) fault('b', `${eventName(event)} is off`)
      if (!heard?.size && !mine.length && !backFor.get(key(me, event))?.delete(channel))
        fault('c', `they do not think that ${eventName(event)} is off`)
      if (heard?.size || mine.length) {
        offFor.delete(key(me, event))
        backFor.set(key(me, event), new Set(ACT.filter((way) => way !== channel)))
      }
      readOfReturn(mine, event)
    }

    /** What an event that goes ahead after all says of the shifts that were off. */
    function readOfReturn(mine: readonly number[], event: number) {
      const [words = '', lost = ''] = notice?.paragraphs ?? []
      const back = (shift: number) => {
        const { facts } = beliefOf(me, shift)!
        untrue(shift, facts)
        learn(shift, 'theirs', facts)
      }
      if (words.includes('hasn’t changed')) for (const shift of mine) back(shift)
      else if (words.includes('no longer on it')) {
        for (const shift of club.shifts)
          if (club.eventOf.get(shift) === event && (beliefOf(me, shift)?.state ?? 'not theirs') !== 'not theirs')
            learn(shift, 'not theirs', null)
        for (const { id, event: of } of truth.shifts.values()) if (of === event) notTheirs(id)
      } else if (words.includes('has changed') || words.includes('some of your shifts')) {
        const duties = lost.replace(/^No longer yours: |\.$/g, '').split('; ')
        const left = [...mine].sort(
          (a, b) => Number(holds(truth.shifts.get(a), me)) - Number(holds(truth.shifts.get(b), me)),
        )
        for (const duty of duties) {
          const at = left.findIndex((shift) => dutyOf(beliefOf(me, shift)?.facts ?? null) === duty)
          if (at >= 0) learn(left.splice(at, 1)[0]!, 'not theirs', null)
        }
        // Of what has changed they get a message of its own about each; the others are as they were.
        const isAsKnown = (shift: number) => {
          const is = truth.shifts.get(shift)
          return holds(is, me) && !differing(beliefOf(me, shift)!.facts!, is.facts, gone).length
        }
        for (const shift of left) if (words.includes('some of your shifts') || isAsKnown(shift)) back(shift)
      } else fault('b', `the model cannot read “${words}”`)
    }

    function readOfSwap({ gives, gets }: { gives: number | null; gets: number | null }) {
      if (kind === 'swap.declined') {
        const says = (words: string) => notice?.paragraphs.some((paragraph) => paragraph.includes(words))
        if (gives !== null && says('is still yours') && !holds(truth.shifts.get(gives), me))
          fault('b', `${shiftName(gives)} is not theirs any more`)
        if (gets !== null && says('you are not on') && holds(truth.shifts.get(gets), me))
          fault('b', `${shiftName(gets)} is theirs`)
        return
      }
      if (gives !== null) {
        notTheirs(gives)
        learn(gives, 'not theirs', null)
      }
      if (gets !== null) {
        const is = truth.shifts.get(gets)
        const knew = beliefOf(me, gets)
        untrue(gets, knew?.state === 'theirs' ? knew.facts : null)
        if (notice?.times?.at && is && notice.times.at !== is.facts.start)
          fault('b', `${shiftName(gets)} has another start`)
        learn(gets, 'theirs', knew?.state === 'theirs' ? knew.facts : (is?.facts ?? null))
      }
    }

    function readOfCover(shift: number) {
      const is = truth.shifts.get(shift)
      if (kind === 'cover.found' || kind === 'cover.taken') {
        notTheirs(shift)
        learn(shift, 'not theirs', null)
      } else if (kind === 'cover.asked' || kind === 'waiting.offered') {
        if (!is?.published || is.off) fault('b', `${shiftName(shift)} is gone or off`)
        else if (is.person === me) fault('b', `${shiftName(shift)} is theirs already`)
        else if (notice?.times?.at && notice.times.at !== is.times.start)
          fault('b', `${shiftName(shift)} has another start`)
      } else if (kind === 'answer.declined') {
        const stands =
          about.answer === 'released'
            ? is?.person === null
            : is?.person === about.person && is?.answer === 'seeking_cover'
        if (!stands) fault('b', `${nameOf(about.person ?? 0)} may come to ${shiftName(shift)}`)
      }
    }
  }
  /** By which ways they still hear that an event goes ahead after all. */
  const backFor = new Map<string, Set<string>>()

  /** Compares beliefs with the roster, once all is settled, of people who can be reached. */
  const check = (truth: Truth, people: readonly number[], now: Date): Fault[] => {
    const ahead = (facts: Facts | null | undefined) => (facts ? Date.parse(facts.start) > now.getTime() : false)
    return people.flatMap((person) =>
      club.shifts.flatMap((shift): Fault[] => {
        const [is, knows] = [truth.shifts.get(shift), beliefOf(person, shift)]
        const past = is && Date.parse(is.facts.start) <= now.getTime() ? ', which was moved into the past' : ''
        const wrong = (kind: string, says: string, check: Fault['check'] = 'a'): Fault[] => [
          { check, kind: `${kind}${past}`, says: `${nameOf(person)}, ${shiftName(shift)}${past}: ${says}` },
        ]
        const theirs = holds(is, person)
        if (missed.has(key(person, shift))) return []
        if (theirs && is.begun) return []
        if ((promised.get(key(person, shift)) ?? 0) > now.getTime() && !theirs && !truth.asked.has(key(person, shift)))
          return wrong('believes a promise', 'they believe that they are offered it or asked for it', 'e')
        if (knows?.state === 'theirs' && ahead(knows.facts)) {
          if (!theirs) return wrong('comes in vain', 'they believe that it is theirs, and it is not')
          if (is.off) return wrong('comes to an event that is off', 'they believe that it is on, and it is off')
          const fields = differing(knows.facts!, is.facts, gone)
          if (fields.length)
            return wrong(
              'knows other facts',
              fields
                .map((f) => `${f} is ${is.facts[f as keyof Facts]}, they believe ${knows.facts?.[f as keyof Facts]}`)
                .join(', '),
            )
        }
        if (theirs && !is.off && ahead(is.facts) && knows?.state !== 'theirs')
          return wrong(
            knows?.state === 'off' ? 'believes it is off' : 'does not know',
            `it is theirs, and they believe ${knows?.state ?? 'nothing'}`,
          )
        const said = given.get(key(person, shift))
        if (theirs && said && is.answer !== said.answer && isAsAsked(said.facts, is.facts))
          return wrong('an answer is lost', `they said ${said.answer}, and it is ${is.answer}`, 'd')
        return []
      }),
    )
  }
  return { sees, answers, isChangedAgain, mayHear, refuses, isReplaced, read, check, isMended, gone, shiftName }
}

export type Beliefs = ReturnType<typeof createBeliefs>

const dutyOf = (facts: Facts | null) => [facts?.assignment, facts?.role].filter(Boolean).join(', ') || 'a shift'

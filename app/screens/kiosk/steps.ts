import type { KioskShift } from '#server/kiosks/signing/contract.ts'

export type Named = { id: number; name: string }

/** The states of the kiosk (docs/rules.md, "Kiosk"). */
export type Step =
  | { at: 'start' }
  | { at: 'in_person' }
  | { at: 'find_person'; letter: string | null }
  | { at: 'role'; person: Named }
  | { at: 'time'; sign: 'in'; person: Named; role: Named | null; shift: KioskShift | null }
  | { at: 'out_person' }
  | { at: 'time'; sign: 'out'; person: Named; role: null; shift: KioskShift }
  | { at: 'out_confirm'; shift: KioskShift }

export type TimeStep = Extract<Step, { at: 'time' }>

/** Where somebody is, and the way that they came: Back leads along it. */
export type Way = { step: Step; trail: readonly Step[] }

export type Move = { go: Step } | { letter: string } | 'back' | 'reset' | { left: KioskShift }

export const START: Way = { step: { at: 'start' }, trail: [] }

/** One move through the states. */
export function moved(way: Way, move: Move): Way {
  if (move === 'reset') return START
  if (move === 'back') {
    const step = way.trail.at(-1)
    return step ? { step, trail: way.trail.slice(0, -1) } : START
  }
  if ('left' in move) return { step: { at: 'out_confirm', shift: move.left }, trail: [] }
  // Another letter is the same question.
  if ('letter' in move) return { ...way, step: { at: 'find_person', letter: move.letter } }
  return { step: move.go, trail: [...way.trail, way.step] }
}

/** Sign in asks for a shift first, where any wait. */
export const signingIn = (waiting: readonly unknown[]): Step =>
  waiting.length ? { at: 'in_person' } : { at: 'find_person', letter: null }

/** The question of a state, its heading. */
export function questionOf(step: Step): string {
  switch (step.at) {
    case 'start':
      return 'Sign in or out'
    case 'in_person':
      return 'Which is your shift?'
    case 'find_person':
      return 'Who are you?'
    case 'role':
      return 'What are you here to do?'
    case 'time':
      return step.sign === 'in' ? 'When did you start?' : 'When did you finish?'
    case 'out_person':
      return 'Who is signing out?'
    case 'out_confirm':
      return 'Thank you!'
  }
}

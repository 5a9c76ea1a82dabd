import type { KioskShift } from '#server/kiosks/signing/contract.ts'

export type NamedRecord = { id: number; name: string }

/** The states of the kiosk (docs/rules.md, "Kiosk"). */
export type Step =
  | { at: 'start' }
  | { at: 'in_person' }
  | { at: 'find_person'; letter: string | null }
  | { at: 'role'; person: NamedRecord }
  /** A shift of an earlier day to settle before continuing with `next`. */
  | { at: 'forgotten'; shift: KioskShift; next: Step }
  | { at: 'time'; sign: 'in'; person: NamedRecord; role: NamedRecord | null; shift: KioskShift | null }
  | { at: 'out_person' }
  | { at: 'time'; sign: 'out'; person: NamedRecord; role: null; shift: KioskShift }
  | { at: 'out_confirm'; shift: KioskShift }

export type TimeStep = Extract<Step, { at: 'time' }>

/** The current step and the previous ones, which Back returns to. */
export type Navigation = { step: Step; visited: readonly Step[] }

export type Move = { go: Step } | { letter: string } | 'back' | 'reset' | { left: KioskShift }

export const START: Navigation = { step: { at: 'start' }, visited: [] }

export function reduce(navigation: Navigation, move: Move): Navigation {
  if (move === 'reset') return START
  if (move === 'back') {
    const step = navigation.visited.at(-1)
    return step ? { step, visited: navigation.visited.slice(0, -1) } : START
  }
  if ('left' in move) return { step: { at: 'out_confirm', shift: move.left }, visited: [] }
  // Another letter answers the same question.
  if ('letter' in move) return { ...navigation, step: { at: 'find_person', letter: move.letter } }
  return { step: move.go, visited: [...navigation.visited, navigation.step] }
}

export const firstSignInStep = (waiting: readonly unknown[]): Step =>
  waiting.length ? { at: 'in_person' } : { at: 'find_person', letter: null }

/** Handles the person's forgotten shift first, if one can end as planned. */
export function afterForgotten(next: Step, person: number, forgotten: readonly KioskShift[]): Step {
  const shift = forgotten.find(
    (one) => one.person === person && Date.parse(one.end) >= Date.parse(one.actual_start ?? ''),
  )
  return shift ? { at: 'forgotten', shift, next } : next
}

export function questionFor(step: Step): string {
  switch (step.at) {
    case 'start':
      return 'Sign in or out'
    case 'in_person':
      return 'Which is your shift?'
    case 'find_person':
      return 'Who are you?'
    case 'forgotten':
      return 'You are still signed in'
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

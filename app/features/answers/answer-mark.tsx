import {
  IconBell,
  IconHourglass,
  IconLogout,
  IconPlayerPause,
  IconUserCheck,
  IconUserOff,
  IconUserSearch,
} from '@tabler/icons-react'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import { OWN_MARKS, type Words } from './own-mark.tsx'

const state = (tone: Tone, icon: Icon, member: string, coordinator: string) => ({
  member: { tone, icon, word: member } satisfies Words,
  coordinator: { tone, icon, word: coordinator } satisfies Words,
})

export const ANSWER_MARKS = {
  ...OWN_MARKS,
  /** Asked and reminded once, and still no answer. */
  silent: state('amber', IconBell, 'Please reply', 'No reply'),
  released: state('slate', IconLogout, 'You are off this shift', 'Released'),
  searching: state('brand', IconUserSearch, 'Looking for someone', 'Asking'),
  paused: state('slate', IconPlayerPause, 'Looking for cover, still yours', 'Paused'),
  exhausted: state('red', IconUserOff, 'Looking for cover, still yours', 'No one left to ask'),
  covered: state('green', IconUserCheck, 'Covered', 'Covered'),
  held: state('amber', IconHourglass, 'Held for you', 'On hold'),
} as const satisfies Record<string, { member: Words; coordinator: Words }>

export type AnswerState = keyof typeof ANSWER_MARKS

type Props = {
  state: AnswerState
  /** Members read about themselves, coordinators about others. */
  reader: 'member' | 'coordinator'
  detail?: string | undefined
  /** Drops the tint, for rows. */
  quiet?: boolean
}

/** @param detail follows the word after a comma. */
export const answerText = ({ state, reader, detail }: Omit<Props, 'quiet'>): string =>
  [ANSWER_MARKS[state][reader].word, detail].filter(Boolean).join(', ')

/** Shows the state as icon, word and colour, never only colour. */
export function AnswerMark({ state, reader, detail, quiet = false }: Props) {
  const { tone, icon } = ANSWER_MARKS[state][reader]
  return (
    <Tag tone={tone} icon={icon} quiet={quiet}>
      {answerText({ state, reader, detail })}
    </Tag>
  )
}

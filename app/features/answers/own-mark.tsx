import { IconBell, IconCircleCheck, IconHelpCircle, IconMail, IconUserSearch } from '@tabler/icons-react'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'

export type Words = { icon: Icon; tone: Tone; word: string }

/** Separate from the states of a search, so that members' first pages load only these. */
export const OWN_MARKS = {
  asked: {
    member: { tone: 'brand', icon: IconHelpCircle, word: 'Can you make it?' },
    coordinator: { tone: 'slate', icon: IconMail, word: 'Asked' },
  },
  confirmed: {
    member: { tone: 'green', icon: IconCircleCheck, word: 'You’re on' },
    coordinator: { tone: 'green', icon: IconCircleCheck, word: 'Confirmed' },
  },
  seeking_cover: {
    member: { tone: 'amber', icon: IconUserSearch, word: 'Looking for cover, still yours' },
    coordinator: { tone: 'amber', icon: IconUserSearch, word: 'Needs cover' },
  },
} as const satisfies Record<ShiftAnswer, { member: Words; coordinator: Words }>

type Props = {
  answer: ShiftAnswer | null
  nudged?: boolean | undefined
  /** Whether it can still be given; afterwards a person without an answer is on the shift. */
  mayAnswer?: boolean | undefined
}

export function OwnMark({ answer, nudged = false, mayAnswer = true }: Props) {
  if (!answer) return null
  const asks = answer === 'asked' && mayAnswer
  if (asks && nudged)
    return (
      <Tag tone="amber" icon={IconBell} quiet>
        Please reply
      </Tag>
    )
  const { tone, icon, word } = OWN_MARKS[answer === 'asked' && !mayAnswer ? 'confirmed' : answer].member
  return (
    <Tag tone={tone} icon={icon} quiet>
      {asks ? 'You haven’t replied yet' : word}
    </Tag>
  )
}

import { Button } from '@mantine/core'
import { IconCalendarEvent, IconCalendarWeek, IconMessageQuestion, IconUsers } from '@tabler/icons-react'
import type { Audience } from '#server/messages/audience/contract.ts'
import type { FirstAudiences } from '#server/messages/audience/first-audiences.ts'
import classes from './who.module.css'

type Props = { first: FirstAudiences; onChoose: (audience: Audience) => void; onEvent: () => void }

/** The audiences that most messages are for. Each fills the rules. */
export function FirstChips({ first, onChoose, onEvent }: Props) {
  const chips = [
    ['Everyone', IconUsers, () => onChoose({ everyone: true })],
    ['This weekend’s crews', IconCalendarWeek, () => onChoose(first.weekend)],
    ['Not answered', IconMessageQuestion, () => onChoose(first.unanswered)],
    ['An event’s people', IconCalendarEvent, onEvent],
  ] as const
  return (
    <fieldset className={`cluster ${classes.chips}`} aria-label="Who gets it">
      {chips.map(([label, Glyph, choose]) => (
        <Button
          key={label}
          variant="default"
          radius="xl"
          h={44}
          leftSection={<Glyph size={16} aria-hidden />}
          onClick={choose}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

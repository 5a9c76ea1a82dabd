import { Button } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPhone, IconPhoneOff, IconUserSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { OutsideMark } from '#app/ui/outside-mark.tsx'
import { Avatar } from '#app/ui/person-chip.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import { PlainLink } from '#app/ui/plain-link.tsx'
import type { Icon } from '#app/ui/section-card.tsx'
import type { SilentShift } from '#server/answers/silent/queries.ts'
import { AnswerMark } from '../answer-mark.tsx'
import { roleText } from '../answer-words.ts'
import { type Given, type OwnAnswer, stands } from '../given-answers.ts'
import { useAskedFirst } from '../use-asked-first.ts'
import classes from './no-answer.module.css'
import { askedWhen, followsText } from './no-answer-words.ts'

type Props = {
  shift: SilentShift
  given: OwnAnswer<{ id: number }> | undefined
  onAnswer: (given: Given) => void
  onSeekCover: () => void
  onTakeBack: () => void
}

export function SilentRow({ shift, given, onAnswer, onSeekCover, onTakeBack }: Props) {
  const when = useDateFormats()
  const [isOpen, setOpen] = useState(false)
  const duty = roleText(shift) || 'Shift'
  const day = when.format(shift.start, 'ddd D MMM')
  const isAnswered = stands(given)
  const message = given?.state === 'refused' ? given.message : null
  return (
    <>
      <div className={classes.person} data-open={(isOpen && !isAnswered) || undefined}>
        <Avatar name={shift.name} size={36} />
        <div className={classes.who}>
          <PlainLink to={paths.person(shift.person)}>{shift.name}</PlainLink>
          <p className="num">
            {duty} · {day}, {when.time(shift.start)}
          </p>
          {shift.outside && <OutsideMark />}
          <UnfitMark unfit={shift.unfit} />
          <p>{askedWhen(shift, (instant) => when.format(instant, 'ddd D MMM'))}</p>
        </div>
        {!isAnswered && (
          <div className={`row cluster ${classes.ways}`}>
            <Phone shift={shift} onCall={() => setOpen(true)} />
            <Button
              mih={44}
              variant="default"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              aria-label={`Record the answer of ${shift.name}, ${duty}, ${day}`}
            >
              Record answer
            </Button>
            <Button
              mih={44}
              variant="light"
              onClick={onSeekCover}
              aria-label={`Ask for cover: ${shift.name}, ${duty}, ${day}`}
            >
              Ask for cover
            </Button>
          </div>
        )}
      </div>
      {message && (
        <p role="alert" className={classes.refused}>
          {message}
        </p>
      )}
      {isOpen && !isAnswered && <WhatWasHeard shift={shift} onAnswer={onAnswer} onNoReply={() => setOpen(false)} />}
      <div role="status">
        {isAnswered && (
          <div className={`row cluster between ${classes.given}`}>
            <AnswerMark
              quiet
              reader="coordinator"
              state={given.given === 'confirmed' ? 'confirmed' : 'seeking_cover'}
              detail="recorded with your name"
            />
            {given.state === 'answered' && (
              <Button
                variant="subtle"
                mih={44}
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => {
                  setOpen(false)
                  onTakeBack()
                }}
                aria-label={`Undo: ${shift.name}, ${duty}, ${day}`}
              >
                Undo
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  )
}

type HeardProps = Pick<Props, 'shift' | 'onAnswer'> & { onNoReply: () => void }

function WhatWasHeard({ shift, onAnswer, onNoReply }: HeardProps) {
  const first = useAskedFirst(shift.id)
  return (
    <fieldset className={classes.heard}>
      <legend>You phoned {shift.name}. What did you hear?</legend>
      <Heard icon={IconCheck} word="Comes" follows="recorded with your name" onClick={() => onAnswer('confirmed')} />
      <Heard
        icon={IconUserSearch}
        word="Can’t come"
        follows={followsText(first)}
        onClick={() => onAnswer('declined')}
      />
      <Heard icon={IconPhoneOff} word="No reply" follows="stays on this list" onClick={onNoReply} />
    </fieldset>
  )
}

function Phone({ shift, onCall }: { shift: SilentShift; onCall: () => void }): ReactNode {
  if (!shift.phone) return <PlainLink to={paths.person(shift.person)}>Add a number</PlainLink>
  return (
    <>
      {shift.sms_failed && <PlainLink to={paths.person(shift.person)}>Correct the number</PlainLink>}
      <a href={`tel:${shift.phone}`} className={classes.phone} onClick={onCall}>
        <IconPhone size={16} aria-hidden />
        <PhoneText number={shift.phone} />
      </a>
    </>
  )
}

function Heard({
  icon: Glyph,
  word,
  follows,
  onClick,
}: {
  icon: Icon
  word: string
  follows: string
  onClick: () => void
}) {
  return (
    <button type="button" className={`row ${classes.choice}`} onClick={onClick}>
      <Glyph size={20} aria-hidden />
      <span>
        <b>{word}</b>
        <span>{follows}</span>
      </span>
    </button>
  )
}

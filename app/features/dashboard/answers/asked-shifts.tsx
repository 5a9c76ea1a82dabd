import type { SerializeFrom } from '@remix-run/node'
import { IconArrowBackUp, IconCheck, IconHelpCircle, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { askedAgainText, roleText } from '#app/features/answers/answer-words.ts'
import { CantCome } from '#app/features/answers/cant-come-late.tsx'
import { type OwnAnswer, stands } from '#app/features/answers/given-answers.ts'
import { OwnMark } from '#app/features/answers/own-mark.tsx'
import { useAnswers } from '#app/features/answers/use-answers.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { OwnShift } from '#server/dashboard/queries.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import classes from './answers.module.css'

type Shift = SerializeFrom<OwnShift>
type Answer = OwnAnswer<Shift>

const nameOf = (shift: Shift, day: string) => `${roleText(shift) || eventName(shift.event_name)}, ${day}`

/** The viewer's shifts without an answer. An answered row stays until the page closes. */
export function AskedShifts({ shifts }: { shifts: readonly Shift[] }) {
  const { answers, answer, noteDeclined, takeBack } = useAnswers<Shift>()
  const [declining, setDeclining] = useState<Shift | null>(null)
  const asked = shifts.filter((shift) => shift.answer === 'asked' && shift.may_answer)
  const open = asked.filter(({ id }) => !stands(answers.get(id)))
  const rows = [
    ...new Map([...asked, ...[...answers.values()].map(({ shift }) => shift)].map((one) => [one.id, one])).values(),
  ]
  if (!rows.length) return null
  return (
    <SectionCard title="Can you make it?" icon={IconHelpCircle} accent="brand" count={open.length || undefined}>
      <ul className="list">
        {rows
          .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
          .map((shift) => (
            <li key={shift.id} className={classes.row}>
              <AskedRow
                shift={shift}
                given={answers.get(shift.id)}
                onConfirm={() => answer([shift], 'confirmed')}
                onDecline={() => setDeclining(shift)}
                onTakeBack={() => takeBack(shift)}
              />
            </li>
          ))}
      </ul>
      {open.length > 1 && (
        <div className={classes.all}>
          <PlainButton variant="subtle" h={44} onClick={() => answer(open, 'confirmed')}>
            {open.length === 2 ? 'Yes to both' : `Yes to all ${open.length}`}
          </PlainButton>
        </div>
      )}
      {declining && (
        <CantCome
          shift={{ ...declining, name: roleText(declining) }}
          onClose={() => setDeclining(null)}
          onDeclined={(released) => !released && noteDeclined(declining)}
        />
      )}
    </SectionCard>
  )
}

type RowProps = {
  shift: Shift
  given: Answer | undefined
  onConfirm: () => void
  onDecline: () => void
  onTakeBack: () => void
}

function AskedRow({ shift, given, onConfirm, onDecline, onTakeBack }: RowProps) {
  const when = useDateFormats()
  const day = when.format(shift.start, 'ddd D MMM')
  const name = nameOf(shift, day)
  if (stands(given))
    return (
      <div
        className={`row cluster between ${classes.answered}`}
        role="status"
        data-undo={given.state === 'answered' || undefined}
      >
        <span>
          <OwnMark answer={given.given === 'confirmed' ? 'confirmed' : 'seeking_cover'} />{' '}
          <span className="num">
            {day}, {when.time(shift.start)}
          </span>
          {given.given === 'declined' && <small>It stays yours until someone takes it.</small>}
        </span>
        {given.state === 'answered' && (
          <PlainButton
            variant="subtle"
            h={44}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={onTakeBack}
            aria-label={`Undo: ${name}`}
          >
            Undo
          </PlainButton>
        )}
      </div>
    )
  const again = askedAgainText(
    { start: shift.start, location: shift.location, before: shift.before ?? undefined, answer: 'asked' },
    when,
  )
  return (
    <>
      <DateTile parts={when.parts(shift.start)} />
      <div className={classes.what}>
        <p className={`num ${classes.time}`}>{when.range(shift.start, shift.end)}</p>
        <p>{eventName(shift.event_name)}</p>
        <p className={classes.facts}>{[roleText(shift), shift.location].filter(Boolean).join(' · ')}</p>
      </div>
      {again && <p className={classes.again}>{again}</p>}
      {given?.state === 'refused' && (
        <p role="alert" className={classes.refused}>
          {given.message}
        </p>
      )}
      <div className={classes.pair}>
        <PlainButton
          variant="light"
          h={44}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={onConfirm}
          aria-label={`I’ll be there: ${name}`}
        >
          I’ll be there
        </PlainButton>
        <PlainButton
          variant="default"
          h={44}
          leftSection={<IconX size={18} aria-hidden />}
          onClick={onDecline}
          aria-label={`I can’t come: ${name}`}
        >
          I can’t come
        </PlainButton>
      </div>
    </>
  )
}

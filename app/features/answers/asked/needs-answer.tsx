import { Link } from '@remix-run/react'
import { IconArrowBackUp, IconCheck, IconHelpCircle, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import pieces from '../../../ui/pieces.module.css'
import { askedAgainText, roleText } from '../answer-words.ts'
import { CantCome } from '../cant-come-late.tsx'
import { OwnMark } from '../own-mark.tsx'
import classes from './asked.module.css'
import { type Question, wordsOf } from './question-words.ts'
import { keyOf, type Reply, useReplies } from './use-replies.ts'
import { askLines } from './why-words.ts'

/**
 * All that asks the viewer. An answered row stays until the page is left, so that the next does not move.
 * @param props.limit how many are shown at once.
 */
export function NeedsAnswer({ questions, limit }: { questions: readonly Question[]; limit: number }) {
  const { all, isOpen, replyOf, send, own } = useReplies(questions)
  const [decliningKey, setDeclining] = useState<string | null>(null)
  if (!all.length) return null
  // As it is now, should it change while the dialog is open.
  const declining = all.find((one) => keyOf(one) === decliningKey)
  const open = all.filter(isOpen)
  const shifts = open.filter(({ kind }) => kind === 'shift')
  const reply = (one: Question, to: Reply['to']) => {
    if (one.kind !== 'shift') return send(one, to)
    return to === 'yes' ? own.answer([named(one)], 'confirmed') : setDeclining(keyOf(one))
  }
  const rows = (some: readonly Question[]) => (
    <ul className="list">
      {some.map((one) => (
        <li key={keyOf(one)} className={classes.row}>
          {isOpen(one) ? (
            <OpenRow question={one} reply={replyOf(one)} onReply={(to) => reply(one, to)} />
          ) : (
            <SaidRow
              question={one}
              reply={replyOf(one)!}
              onUndo={() => own.takeBack(named(one))}
              onYesAfterAll={() => send(one, 'yes')}
            />
          )}
        </li>
      ))}
    </ul>
  )
  const toAll = shifts.length > 1 && (
    <div className={classes.all}>
      <PlainButton variant="subtle" h={44} onClick={() => own.answer(shifts.map(named), 'confirmed')}>
        {shifts.length === 2 ? 'I can make both' : `I can make all ${shifts.length} shifts`}
      </PlainButton>
    </div>
  )
  return (
    <SectionCard title="Needs your answer" icon={IconHelpCircle} count={open.length || undefined}>
      {rows(all.slice(0, limit))}
      {all.length > limit && (
        <details className={pieces.more}>
          <summary>{all.length - limit} more</summary>
          {rows(all.slice(limit))}
          {toAll}
        </details>
      )}
      {all.length <= limit && toAll}
      {declining && (
        <CantCome
          shift={{ ...named(declining), name: roleText(declining) }}
          onClose={() => setDeclining(null)}
          onDeclined={(released) => !released && own.noteDeclined(declining)}
        />
      )}
    </SectionCard>
  )
}

/** With the names that its row shows. */
const named = (one: Question) => ({
  ...one,
  names: { location: one.location, assignment: one.assignment, role: one.role },
})

function useNames(question: Question) {
  const when = useDateFormats()
  const day = when.short(question.start)
  return { when, day, name: `${roleText(question) || question.event_name}, ${day}` }
}

type OpenProps = { question: Question; reply: Reply | undefined; onReply: (to: Reply['to']) => void }

function OpenRow({ question, reply, onReply }: OpenProps) {
  const { when, name } = useNames(question)
  const words = wordsOf(question)
  const before = question.kind === 'shift' ? question.facts.before : null
  const again = before && askedAgainText({ ...question, before, answer: 'asked' }, when)
  const gives = question.kind === 'swap' ? question.facts.gives : null
  const facts = [when.range(question.start, question.end), roleText(question), question.location]
  return (
    <>
      <DateTile parts={when.parts(question.start)} />
      <div className={classes.what}>
        <p className={classes.title}>{words.title}</p>
        <p>
          <Link to={question.kind === 'swap' ? paths.swaps : paths.event(question.event)} className={classes.other}>
            {question.event_name}
          </Link>
        </p>
        <p className={`num ${classes.facts}`}>{facts.filter(Boolean).join(' · ')}</p>
        {gives && (
          <p className={`num ${classes.facts}`}>
            You give {[when.shortTime(gives.start), roleText(gives), gives.event_name].filter(Boolean).join(' · ')}
          </p>
        )}
        {words.note && <p className={classes.facts}>{words.note}</p>}
        <p className={`num ${classes.facts}`}>
          {question.at === question.start ? 'Reply before it starts' : `Reply by ${when.shortTime(question.at)}`}
        </p>
      </div>
      {again && <p className={classes.again}>{again}</p>}
      {question.kind === 'cover' && (
        <details className={classes.why}>
          <summary>Why you?</summary>
          <ul>
            {askLines(question.facts, (instant) => when.date(instant)).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      {reply?.state === 'refused' && (
        <p role="alert" className={classes.refused}>
          {reply.message}
        </p>
      )}
      <div className={classes.pair}>
        <PlainButton
          h={44}
          loading={reply?.state === 'sent' && reply.to === 'yes'}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => onReply('yes')}
          aria-label={`${words.yes}: ${name}`}
        >
          {words.yes}
        </PlainButton>
        <PlainButton
          variant="default"
          h={44}
          loading={reply?.state === 'sent' && reply.to === 'no'}
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => onReply('no')}
          aria-label={`${words.no}: ${name}`}
        >
          {words.no}
        </PlainButton>
      </div>
    </>
  )
}

type SaidProps = { question: Question; reply: Reply; onUndo: () => void; onYesAfterAll: () => void }

function SaidRow({ question, reply, onUndo, onYesAfterAll }: SaidProps) {
  const { when, day, name } = useNames(question)
  const { said } = wordsOf(question)
  const isRefused = reply.state === 'refused'
  const mayStillDo = question.kind === 'cover' && reply.to === 'no' && !isRefused
  const undo = mayStillDo ? 'I’ll do it after all' : reply.undo ? 'Undo' : null
  return (
    <div
      className={`row cluster between ${classes.answered}`}
      role={isRefused ? 'alert' : 'status'}
      data-undo={reply.undo || undefined}
    >
      <span>
        {isRefused ? (
          reply.message
        ) : question.kind === 'shift' ? (
          <OwnMark answer={reply.to === 'yes' ? 'confirmed' : 'seeking_cover'} />
        ) : (
          (said[reply.to] ?? <OwnMark answer="confirmed" />)
        )}{' '}
        <span className="num">
          {day}, {when.time(question.start)}
        </span>
        {question.kind === 'shift' && reply.to === 'no' && <small>{said.no}</small>}
      </span>
      {undo && (
        <PlainButton
          variant="subtle"
          h={44}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={mayStillDo ? onYesAfterAll : onUndo}
          aria-label={`${undo}: ${name}`}
        >
          {undo}
        </PlainButton>
      )}
      {reply.offersOthers && (
        <Link className={classes.other} to={paths.openShifts}>
          Others you could do
        </Link>
      )}
    </div>
  )
}

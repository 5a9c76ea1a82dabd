import type { SerializeFrom } from '@remix-run/node'
import { Link, useRevalidator } from '@remix-run/react'
import { IconArrowBackUp, IconCheck, IconLifebuoy, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { hasOthers } from '#app/features/answers/has-others.ts'
import { OwnMark } from '#app/features/answers/own-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { PlainButton } from '#app/ui/plain/plain-button.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { OwnAsk } from '#server/cover/own.ts'
import classes from './answers.module.css'
import { CoverShiftFacts, coverShiftName } from './cover-shift-facts.tsx'
import { askLines } from './why-words.ts'

type Ask = SerializeFrom<OwnAsk>
type Given = {
  ask: Ask
  answer: 'yes' | 'no'
  state: 'sent' | 'stored' | 'refused'
  afterNo?: boolean
  message?: string
  offersOthers?: boolean
}

/**
 * Requests to cover for the viewer. An answered row stays until the page is left, so that the next does not move. A no
 * can be changed there while the shift still needs cover; a yes moves the shift to the viewer and cannot be undone
 * here.
 */
export function AskedToCover({ asks }: { asks: readonly Ask[] }) {
  const [given, setGiven] = useState<ReadonlyMap<number, Given>>(new Map())
  const { revalidate } = useRevalidator()
  const put = (one: Given) => setGiven((all) => new Map(all).set(one.ask.id, one))
  const answer = async (ask: Ask, to: Given['answer']) => {
    const afterNo = given.get(ask.id)?.answer === 'no'
    put({ ask, answer: to, state: 'sent', afterNo })
    const { ok, body } = await callApi('PUT', `/api/coverasks/${ask.id}/answer`, { answer: to }, [400, 403, 404, 409])
    put(
      ok
        ? { ask, answer: to, state: 'stored', afterNo }
        : {
            ask,
            answer: to,
            state: 'refused',
            afterNo,
            message: problemText(body),
            offersOthers: hasOthers(body),
          },
    )
    revalidate()
  }
  const rows = [
    ...new Map([...[...given.values()].map((one) => one.ask), ...asks].map((ask) => [ask.id, ask])).values(),
  ]
  return (
    <SectionCard title="You are asked to cover" icon={IconLifebuoy} accent="brand" count={asks.length || undefined}>
      <ul className="list">
        {rows
          .sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
          .map((ask) => (
            <li key={ask.id} className={classes.row}>
              <AskRow ask={ask} given={given.get(ask.id)} onAnswer={(to) => answer(ask, to)} />
            </li>
          ))}
      </ul>
    </SectionCard>
  )
}

type RowProps = { ask: Ask; given: Given | undefined; onAnswer: (to: Given['answer']) => void }

function AskRow({ ask, given, onAnswer }: RowProps) {
  const when = useDateFormats()
  const day = when.format(ask.start, 'ddd D MMM')
  const name = `${coverShiftName(ask)}, ${day}`
  if (given && (given.state !== 'sent' || given.afterNo))
    return (
      <div className={`row cluster between ${classes.answered}`} role="status">
        <span>
          {given.state === 'refused' ? (
            given.message
          ) : given.state === 'stored' && given.answer === 'yes' ? (
            <OwnMark answer="confirmed" />
          ) : (
            'You said not this time. Thank you for answering.'
          )}{' '}
          <span className="num">
            {day}, {when.time(ask.start)}
          </span>
        </span>
        {(given.state === 'sent' || (given.state === 'stored' && given.answer === 'no')) && (
          <PlainButton
            variant="subtle"
            h={44}
            loading={given.state === 'sent'}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => onAnswer('yes')}
            aria-label={`I’ll do it after all: ${name}`}
          >
            I’ll do it after all
          </PlainButton>
        )}
        {given.offersOthers && (
          <Link className={classes.other} to={paths.openShifts}>
            Others you could do
          </Link>
        )}
      </div>
    )
  return (
    <>
      <CoverShiftFacts shift={ask} />
      <details className={classes.why}>
        <summary>{ask.instead_of ? `${ask.instead_of} can’t come. Why you?` : 'Why you?'}</summary>
        <ul>
          {askLines(ask, (instant) => when.format(instant, 'D MMM YYYY')).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <div className={classes.pair}>
        <PlainButton
          variant="light"
          h={44}
          loading={given?.answer === 'yes'}
          leftSection={<IconCheck size={18} aria-hidden />}
          onClick={() => onAnswer('yes')}
          aria-label={`I’ll do it: ${name}`}
        >
          I’ll do it
        </PlainButton>
        <PlainButton
          variant="default"
          h={44}
          loading={given?.answer === 'no'}
          leftSection={<IconX size={18} aria-hidden />}
          onClick={() => onAnswer('no')}
          aria-label={`Not this time: ${name}`}
        >
          Not this time
        </PlainButton>
      </div>
    </>
  )
}

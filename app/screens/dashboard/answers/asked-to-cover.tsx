import type { SerializeFrom } from '@remix-run/node'
import { Link, useRevalidator } from '@remix-run/react'
import { IconCheck, IconLifebuoy, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { OwnAsk } from '#server/cover/own.ts'
import { firstMessage } from '../../../collections/answer-messages.ts'
import { callApi } from '../../../collections/call-api.ts'
import { paths } from '../../../shell/paths.ts'
import { useDateFormats } from '../../../shell/use-root.ts'
import { PlainButton } from '../../../ui/plain/plain-button.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { OwnMark } from '../../answers/own-mark.tsx'
import classes from './answers.module.css'
import { CoverShiftFacts, coverShiftName } from './cover-shift-facts.tsx'
import { askLines } from './why-words.ts'

type Ask = SerializeFrom<OwnAsk>
type Given = {
  ask: Ask
  answer: 'yes' | 'no'
  state: 'sent' | 'stored' | 'refused'
  message?: string
  offersOthers?: boolean
}

/** Requests to cover that wait for the reader. An answered row stays until the page is left, so that the next does not move. */
export function AskedToCover({ asks }: { asks: readonly Ask[] }) {
  const [given, setGiven] = useState<ReadonlyMap<number, Given>>(new Map())
  const { revalidate } = useRevalidator()
  const put = (one: Given) => setGiven((all) => new Map(all).set(one.ask.id, one))
  const answer = async (ask: Ask, to: Given['answer']) => {
    put({ ask, answer: to, state: 'sent' })
    const { ok, body } = await callApi('PUT', `/api/coverasks/${ask.id}/answer`, { answer: to }, [400, 403, 404, 409])
    const instead = (body as { instead?: number[] } | null)?.instead ?? []
    put(
      ok
        ? { ask, answer: to, state: 'stored' }
        : {
            ask,
            answer: to,
            state: 'refused',
            message: firstMessage(body, []) ?? 'This did not work.',
            offersOthers: instead.length > 0,
          },
    )
    revalidate()
  }
  const rows = [
    ...new Map([...[...given.values()].map((one) => one.ask), ...asks].map((ask) => [ask.id, ask])).values(),
  ]
  return (
    <SectionCard title="You are asked to cover" icon={IconLifebuoy} accent="amber" count={asks.length || undefined}>
      <ul className={classes.rows}>
        {rows.map((ask) => (
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
  if (given && given.state !== 'sent')
    return (
      <div className={classes.answered} role="status">
        <span>
          {given.state === 'refused' ? (
            given.message
          ) : given.answer === 'yes' ? (
            <OwnMark answer="confirmed" />
          ) : (
            'You said not this time. Thank you for answering.'
          )}{' '}
          <span className="num">
            {day}, {when.time(ask.start)}
          </span>
        </span>
        {given.offersOthers && (
          <Link className={classes.other} to={paths.openShifts}>
            Others you could do
          </Link>
        )}
      </div>
    )
  const name = `${coverShiftName(ask)}, ${day}`
  return (
    <>
      <CoverShiftFacts shift={ask} />
      <ul className={classes.why}>
        {askLines(ask, (instant) => when.format(instant, 'D MMM YYYY')).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
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

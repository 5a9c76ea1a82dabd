import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { Suspense, useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { LateCallOffSheet } from '#app/features/events/decide/late-call-off-sheet.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { ShownGap } from '#server/cover/board/queries.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import { isEventOff } from '#server/shift-facts/event.pure.ts'
import classes from './board.module.css'
import { CIRCLE_WORDS, NIGHT_TEXT } from './board-words.ts'
import { Dial } from './dial.tsx'

const askThem = (count: number) => (count === 1 ? 'Ask them' : `Ask these ${count}`)

export function WhatHelps({ gap }: { gap: ShownGap }) {
  const when = useDateFormats()
  const form = useCalls()
  const [callsOff, setCallsOff] = useState(false)
  const silent = gap.asks.filter(({ answer }) => answer === null)
  const count = gap.asked - gap.declined
  return (
    <SectionCard title="What would help">
      <div className={classes.body}>
        <FormError message={form.problem} />
        {gap.circles.length > 0 && gap.night && <p>{NIGHT_TEXT}</p>}
        {silent.length > 0 && (
          <details className={classes.phones}>
            <summary>
              Phone {countText(count, 'person', 'people')} who didn’t reply; no one is asked twice by message
            </summary>
            <ul>
              {silent.map(({ id, name, phone }) => (
                <li key={id}>
                  {name} {phone ? <Dial phone={phone} /> : '(no number)'}
                </li>
              ))}
              {count > silent.length && <li>and {count - silent.length} more</li>}
            </ul>
          </details>
        )}
      </div>
      {gap.circles.map(({ kind, people, count }) => (
        <Row
          key={kind}
          title={CIRCLE_WORDS[kind](count, people[0]?.until ? when.date(people[0].until) : undefined)}
          meta={
            <>
              {wordList(
                people
                  .slice(0, 6)
                  .map(({ name, until }) => (until && count > 1 ? `${name} (${when.date(until)})` : name)),
              )}
              {count > 6 && ` and ${count - 6} more`}
              {kind === 'lapsed' && '. This allows it for this shift only.'}
            </>
          }
          end={
            <Button
              mih={44}
              variant="light"
              disabled={form.busy}
              aria-label={`${askThem(people.length)}: ${CIRCLE_WORDS[kind](people.length)}`}
              onClick={() =>
                form.call('POST', `/api/covers/${gap.id}/ask`, {
                  people: people.map(({ person }) => person),
                })
              }
            >
              {askThem(people.length)}
            </Button>
          }
        />
      ))}
      <div className={classes.body}>
        <div className="cluster">
          <Button component={Link} to={paths.eventShifts(gap.event)} mih={44} variant="default">
            Assign someone yourself
          </Button>
          {!isEventOff(gap.about) && (
            <Button mih={44} variant="subtle" color="red" onClick={() => setCallsOff(true)}>
              Call off the event…
            </Button>
          )}
        </div>
      </div>
      {callsOff && (
        <Suspense>
          <LateCallOffSheet event={gap.about} onClose={() => setCallsOff(false)} />
        </Suspense>
      )}
    </SectionCard>
  )
}

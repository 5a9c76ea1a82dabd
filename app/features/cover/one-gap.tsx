import { Button, Progress } from '@mantine/core'
import { useCalls } from '#app/collections/use-call.ts'
import { UnfitMark } from '#app/features/suitability/unfit-mark.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { countText } from '#app/ui/count-text.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { untilText } from '#app/ui/until-text.ts'
import { useMinute } from '#app/ui/use-minute.ts'
import type { BoardAsk, BoardGroup, ShownGap } from '#server/cover/board/queries.ts'
import { askedText } from './asked-text.ts'
import classes from './board.module.css'
import { byReason, NIGHT_TEXT, orderText, titleOf } from './board-words.ts'
import { Dial } from './dial.tsx'
import { WhatHelps } from './what-helps.tsx'

const CHANNELS = { email: 'email', sms: 'text', both: 'email and text', none: 'no message, can’t be reached' }
const ANSWERS = { yes: 'I’ll do it', no: 'Not this time' }

export function OneGap({ gap, now: loadedAt }: { gap: ShownGap; now: string }) {
  const when = useDateFormats()
  const form = useCalls()
  const now = useMinute(loadedAt)
  const send = (verb: string) => () => form.call('PUT', `/api/covers/${gap.id}/${verb}`)
  const next = gap.asks_now
  return (
    <>
      <PlainLink to={paths.cover} className={classes.back}>
        All gaps
      </PlainLink>
      <SectionCard title={titleOf(gap)}>
        <div className={classes.body}>
          <p>
            <PlainLink to={paths.event(gap.event)}>{gap.event_name}</PlainLink>, {when.short(gap.start)},{' '}
            {when.range(gap.start, gap.end)}
          </p>
          {gap.name && (
            <p>
              <strong>{gap.name}</strong> can’t come. The shift is theirs until someone takes it.
              {gap.holder?.reason && ` “${gap.holder.reason}”`} <Dial phone={gap.holder?.phone ?? null} />
            </p>
          )}
          <UnfitMark unfit={gap.unfit} />
          {gap.state === 'exhausted' && (
            <p className={classes.stuck}>Everyone who could do it has been asked: {askedText(gap)}.</p>
          )}
          {gap.state === 'paused' && <p>Paused. People already asked can still say yes.</p>}
          {gap.state === 'searching' && gap.next_rung_at && <Countdown gap={gap} now={now} />}
          <FormError message={form.problem} />
          {gap.promised && (
            <p>
              {gap.promised.name} is first on the waiting list. No one else is asked until{' '}
              {when.shortTime(gap.promised.until)}.
            </p>
          )}
          {next > 0 && gap.night && !gap.promised && <p>{NIGHT_TEXT}</p>}
          <div className="cluster">
            {next > 0 && !gap.promised && (
              <Button mih={44} loading={form.busy} onClick={send('advance')}>
                {next === 1 ? 'Ask the next person now' : `Ask the next ${next} now`}
              </Button>
            )}
            <Button
              mih={44}
              variant="default"
              disabled={form.busy}
              onClick={send(gap.state === 'searching' ? 'pause' : 'resume')}
            >
              {gap.state === 'searching' ? 'Pause' : 'Resume'}
            </Button>
            <Button mih={44} variant="default" disabled={form.busy} onClick={send('stop')}>
              Stop
            </Button>
          </div>
        </div>
      </SectionCard>
      {gap.state === 'exhausted' && <WhatHelps gap={gap} />}
      {gap.groups.map((group) => (
        <Asked key={group.rung} group={group} asks={gap.asks.filter(({ rung }) => rung === group.rung)} />
      ))}
    </>
  )
}

function Countdown({ gap, now }: { gap: ShownGap; now: string }) {
  const when = useDateFormats()
  const due = gap.next_rung_at!
  const since = gap.groups.at(-1)?.asked_at ?? now
  const [passed, whole] = [Date.parse(now) - Date.parse(since), Date.parse(due) - Date.parse(since)]
  const next = gap.asks_then
  return (
    <>
      <p>
        <strong>
          {next
            ? `Next ${countText(next, 'person', 'people')}`
            : 'Everyone has been asked. Unless someone says yes, we’ll tell the coordinators'}{' '}
          {untilText(due, now)} ({when.shortTime(due)})
        </strong>
      </p>
      <Progress value={whole > 0 ? Math.min(100, (100 * passed) / whole) : 0} aria-hidden />
    </>
  )
}

function Asked({ group, asks }: { group: BoardGroup; asks: readonly BoardAsk[] }) {
  const when = useDateFormats()
  const more = group.asked - asks.length
  return (
    <SectionCard title={`Group ${group.rung}`} hint={askedText(group)}>
      {asks.map(({ id, name, phone, answer, answered_at, asked_at, channel }) => (
        <Row
          key={id}
          title={name}
          meta={
            <>
              {answer
                ? `${ANSWERS[answer]}, ${when.shortTime(answered_at ?? asked_at)}`
                : `No reply, asked ${when.shortTime(asked_at)}, ${CHANNELS[channel]}`}{' '}
              {!answer && <Dial phone={phone} />}
            </>
          }
        />
      ))}
      {more > 0 && <Row title={`and ${countText(more, 'more person', 'more people')}`} />}
    </SectionCard>
  )
}

export function NextInOrder({ gap }: { gap: ShownGap }) {
  const when = useDateFormats()
  const form = useCalls()
  const more = gap.left - gap.candidates.length
  const leftOut = byReason(gap.left_out, gap.left_out_counts)
  return (
    <>
      <SectionCard
        title="Next in order"
        count={gap.left || undefined}
        hint="Longest since last asked comes first, then fewest recent shifts."
      >
        <div className={classes.body}>
          <FormError message={form.problem} />
          {gap.candidates.length > 0 && gap.night && <p>{NIGHT_TEXT}</p>}
          {gap.candidates.length === 0 && <p className={classes.quiet}>There’s no one left to ask.</p>}
        </div>
        {gap.candidates.map(({ person, name, recent, last_asked, availability, reachable }) => (
          <Row
            key={person}
            title={name}
            meta={`${orderText(recent, last_asked && when.short(last_asked))}${availability === 'if_required' ? '. Only if needed' : ''}${reachable ? '' : '. Not reachable by message'}`}
            end={
              <Button
                mih={44}
                variant="light"
                disabled={form.busy}
                onClick={() => form.call('POST', `/api/covers/${gap.id}/ask`, { person })}
                aria-label={`Ask now: ${name}`}
              >
                Ask now
              </Button>
            }
          />
        ))}
        {more > 0 && <Row title={`and ${countText(more, 'more person', 'more people')}`} />}
      </SectionCard>
      {leftOut.length > 0 && (
        <SectionCard title="Left out" count={leftOut.reduce((sum, { count }) => sum + count, 0)}>
          {leftOut.map(({ code, words, people, count }) => (
            <details key={code} className={classes.reason}>
              <summary>
                <strong>{count}</strong> {words}
              </summary>
              <ul>
                {people.map(({ person, name, obstacles }) => (
                  <li key={person}>
                    {name}: {obstacles.map(({ words }) => words).join(' ')}
                  </li>
                ))}
                {count > people.length && <li>and {count - people.length} more</li>}
              </ul>
            </details>
          ))}
        </SectionCard>
      )}
    </>
  )
}

import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconAlertTriangle, IconPencil, IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { useServerClock } from '#app/ui/use-server-clock.ts'
import type { MessageLine, Outbox } from '#server/messages/sending/history-contract.ts'
import shared from '../message-rows.module.css'
import { useMessageCalls, useRefresh } from '../use-message-calls.ts'
import { DraftRow, FailedRow, ScheduledRow, SendingRow } from './outbox-rows.tsx'

/** Time before a scheduled sending at which the page starts polling. Milliseconds. */
const SOON_MS = 30_000

export function OutboxScreen({ now, open, failed, drafts, draft_count }: Outbox) {
  const calls = useMessageCalls()
  const current = useNow(now)
  const isSoon = ({ scheduled_for }: MessageLine) =>
    scheduled_for !== null && Date.parse(scheduled_for) - current < SOON_MS
  useRefresh(open.some((line) => line.status === 'sending' || isSoon(line)))
  const isEmpty = !open.length && !failed.length && !drafts.length
  return (
    <div className={shared.page}>
      <FormError message={calls.problem} />
      {isEmpty && (
        <EmptyState
          icon={IconSend}
          title="Nothing waiting"
          text="Drafts, scheduled messages and those being sent will appear here."
          action={
            <Button component={Link} to={paths.messaging('email')} h={44} variant="default">
              Write an email
            </Button>
          }
        />
      )}
      {failed.length > 0 && (
        <SectionCard title="Not delivered" icon={IconAlertTriangle} count={failed.length}>
          <ul className={`list ${shared.rows}`} data-stacked>
            {failed.map((line) => (
              <FailedRow key={line.id} line={line} calls={calls} />
            ))}
          </ul>
        </SectionCard>
      )}
      {open.length > 0 && (
        <SectionCard title="On their way" icon={IconSend} count={open.length}>
          <ul className={`list ${shared.rows}`} data-stacked>
            {open.map((line) =>
              line.status === 'sending' ? (
                <SendingRow key={line.id} line={line} now={current} calls={calls} />
              ) : (
                <ScheduledRow key={line.id} line={line} now={current} calls={calls} />
              ),
            )}
          </ul>
        </SectionCard>
      )}
      {drafts.length > 0 && (
        <SectionCard
          title="Drafts"
          icon={IconPencil}
          count={draft_count}
          hint={draft_count > drafts.length && `The latest ${drafts.length}.`}
        >
          <ul className={`list ${shared.rows}`} data-stacked>
            {drafts.map((line) => (
              <DraftRow key={line.id} line={line} />
            ))}
          </ul>
        </SectionCard>
      )}
    </div>
  )
}

/**
 * The server's running time, updated every second. Milliseconds since the epoch.
 * @param now when the page was loaded, ISO.
 */
export function useNow(now: string): number {
  const read = useServerClock(now)
  const [current, setCurrent] = useState(Date.parse(now))
  useEffect(() => {
    setCurrent(Date.parse(now))
    const timer = setInterval(() => setCurrent(Date.parse(read())), 1_000)
    return () => clearInterval(timer)
  }, [now, read])
  return current
}

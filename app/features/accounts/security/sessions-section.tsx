import { Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconDeviceDesktop, IconDeviceMobile, IconDevices } from '@tabler/icons-react'
import { useState } from 'react'
import { firstMessage } from '#app/collections/answer-messages.ts'
import { useReauthCall } from '#app/collections/reauth/use-reauth-call.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { SessionRow } from '#server/accounts/contract.ts'
import classes from './security.module.css'

export function SessionsSection({ sessions }: { sessions: readonly SessionRow[] }) {
  const when = useDateFormats()
  const { revalidate } = useRevalidator()
  const { call, busy } = useReauthCall()
  const [problem, setProblem] = useState<string>()
  const end = async (id: number) => {
    const answer = await call('DELETE', `/api/sessions/${id}`, undefined, [404])
    setProblem(answer.ok || answer.status === 404 ? undefined : (firstMessage(answer.body, []) ?? 'Please try again.'))
    revalidate()
  }
  const endAll = async () => {
    const answer = await call('DELETE', '/api/sessions')
    if (answer.ok) window.location.assign(paths.hello)
    else setProblem(firstMessage(answer.body, []) ?? 'Please try again.')
  }
  return (
    <SectionCard title="Where you are signed in" icon={IconDevices} count={sessions.length}>
      <FormError message={problem} />
      {sessions.map((session) => (
        <Row
          key={session.id}
          lead={
            /iPhone|iPad|Android/.test(session.device) ? (
              <IconDeviceMobile size={24} stroke={1.6} aria-hidden />
            ) : (
              <IconDeviceDesktop size={24} stroke={1.6} aria-hidden />
            )
          }
          title={session.impersonator ? `${session.impersonator}, acting as you` : session.device}
          meta={
            <span className="num">
              Last used {when.dateTime(session.last_seen_at)}
              {session.ip && ` · ${session.ip}`}
            </span>
          }
          end={
            session.current ? (
              <Tag tone="green" quiet>
                This device
              </Tag>
            ) : (
              <Button
                variant="default"
                h={40}
                disabled={busy}
                onClick={() => end(session.id)}
                aria-label={`Sign out ${session.device}, last used ${when.dateTime(session.last_seen_at)}`}
              >
                Sign out
              </Button>
            )
          }
        />
      ))}
      <div className={classes.foot}>
        <Button variant="light" color="red" h={44} loading={busy} onClick={endAll}>
          Sign out everywhere
        </Button>
        <p>Ends every session, including this one and those at other clubs.</p>
      </div>
    </SectionCard>
  )
}

import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDevices } from '@tabler/icons-react'
import { useCall, useCalls } from '#app/collections/use-call.ts'
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
  const { call, busy, problem, clear } = useCalls({ handled: [404], reload: 'always' })
  const end = async (id: number) => {
    if ((await call('DELETE', `/api/sessions/${id}`)).status === 404) clear()
  }
  const all = useCall('DELETE', '/api/sessions', { reload: 'never' })
  const endAll = async () => {
    if ((await all.call()).ok) window.location.assign(paths.hello)
  }
  return (
    <SectionCard title="Where you are signed in" icon={IconDevices} count={sessions.length}>
      <FormError message={problem ?? all.problem} />
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
      <div className={`row cluster ${classes.foot}`}>
        <Button variant="light" color="red" h={44} loading={busy || all.busy} onClick={endAll}>
          Sign out everywhere
        </Button>
        <p>Ends every session, including this one and those at other clubs.</p>
      </div>
    </SectionCard>
  )
}

import { Button } from '@mantine/core'
import { useRevalidator } from '@remix-run/react'
import { IconDeviceMobileMessage, IconFingerprint, IconLifebuoy, IconShieldLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { Answer } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { useCalls } from '#app/collections/use-call.ts'
import { useDateFormats, useRoot, useViewer } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { Factors } from '#server/accounts/factors-contract.ts'
import type { AppOffer } from './app-key.tsx'
import { createPasskey, deviceName } from './passkey.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpDialog } from './totp-dialog.tsx'

const ICON = { size: 24, stroke: 1.6, 'aria-hidden': true } as const

export function FactorsSection({ factors }: { factors: Factors }) {
  const when = useDateFormats()
  const admin = useViewer()?.isAdmin
  const host = useRoot()?.host ?? ''
  const { revalidate } = useRevalidator()
  const { call, busy, problem, refuse } = useCalls()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [offer, setOffer] = useState<AppOffer | null>(null)
  const protectedBy = factors.totp !== null || factors.passkeys.length > 0

  const showCodes = ({ ok, body }: Answer) => {
    if (ok) setCodes((body as { recovery_codes?: string[] | null } | null)?.recovery_codes ?? null)
  }
  const addPasskey = async () => {
    const answer = await createPasskey(call, deviceName())
    showCodes(answer)
    if (!answer.ok) refuse(problemText(answer.body))
  }
  const setUpApp = async () => {
    const { ok, body } = await call<AppOffer>('POST', '/api/auth/totp', {})
    if (ok) setOffer(body)
  }

  return (
    <SectionCard
      title="How you sign in"
      icon={IconShieldLock}
      action={
        protectedBy ? (
          <Tag tone="green" quiet>
            Protected
          </Tag>
        ) : undefined
      }
      hint={
        protectedBy
          ? 'After your password, you are asked for one of these. A passkey on its own is enough.'
          : `A second step protects your account, even if someone knows your password.${admin ? ' As an admin you can see everyone’s details, so please set one up.' : ''}`
      }
    >
      <FormError message={problem} />
      {factors.passkeys.map(({ id, name, created_at, last_used_at, domain }) => (
        <Row
          key={id}
          lead={<IconFingerprint {...ICON} />}
          title={name === 'Passkey' ? name : `Passkey, ${name}`}
          meta={[
            last_used_at ? `Last used ${when.dateTime(last_used_at)}` : `Added ${when.date(created_at)}`,
            host !== domain && !host.endsWith(`.${domain}`) && `Works at ${domain}, and not here`,
          ]
            .filter(Boolean)
            .join('. ')}
          end={
            <Button
              variant="default"
              h={40}
              disabled={busy}
              onClick={() => call('DELETE', `/api/auth/passkeys/${id}`)}
              aria-label={`Remove the passkey ${name}`}
            >
              Remove
            </Button>
          }
        />
      ))}
      <Row
        lead={<IconFingerprint {...ICON} />}
        title={factors.passkeys.length ? 'Another passkey' : 'Passkey'}
        meta="Your fingerprint, face or device PIN."
        end={
          <Button h={40} variant="light" loading={busy} onClick={addPasskey}>
            Add a passkey
          </Button>
        }
      />
      <Row
        lead={<IconDeviceMobileMessage {...ICON} />}
        title="Authenticator app"
        meta={factors.totp ? `Set up ${when.date(factors.totp.since)}` : 'A new 6-digit code every 30 seconds.'}
        end={
          factors.totp ? (
            <Button
              variant="default"
              h={40}
              disabled={busy}
              onClick={() => call('DELETE', '/api/auth/totp')}
              aria-label="Remove the authenticator app"
            >
              Remove
            </Button>
          ) : (
            <Button h={40} variant="light" loading={busy} onClick={setUpApp}>
              Set up an app
            </Button>
          )
        }
      />
      {protectedBy && (
        <Row
          lead={<IconLifebuoy {...ICON} />}
          title="Recovery codes"
          meta={`${factors.recovery_codes} of 10 left. Use one if you lose access to the others.`}
          end={
            <Button
              variant="default"
              h={40}
              disabled={busy}
              onClick={async () => showCodes(await call('POST', '/api/auth/recovery-codes', {}))}
            >
              Create new codes
            </Button>
          }
        />
      )}
      <TotpDialog
        offer={offer}
        onClose={() => setOffer(null)}
        onDone={(fresh) => {
          setOffer(null)
          setCodes(fresh)
          revalidate()
        }}
      />
      <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />
    </SectionCard>
  )
}

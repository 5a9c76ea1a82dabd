import { Button, PasswordInput, Switch, TextInput } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Answer } from '#app/collections/call-api.ts'
import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { Provider } from '#server/accounts/social/contract.ts'
import classes from './organisation.module.css'

const FIELDS = ['provider', 'label', 'issuer', 'client_id', 'client_secret'] as const

type Props = { providers: readonly Provider[] }
type Open = Provider | 'new' | null

export function SignInProvidersSection({ providers }: Props) {
  const [open, setOpen] = useState<Open>(null)
  return (
    <section id="providers" className={classes.section} aria-labelledby="providers-title">
      <div>
        <h2 id="providers-title">Sign-in providers</h2>
        <p>Let members sign in with an account from another provider (OpenID Connect).</p>
      </div>
      <div>
        {providers.map((row) => (
          <Row
            key={row.provider}
            lead={<IconKey size={22} stroke={1.6} aria-hidden />}
            title={row.label}
            meta={row.issuer}
            end={
              <>
                {!row.active && (
                  <Tag tone="slate" quiet>
                    Off
                  </Tag>
                )}
                <Button variant="default" onClick={() => setOpen(row)} aria-label={`Edit ${row.label}`}>
                  Edit
                </Button>
              </>
            }
          />
        ))}
        {open === null ? (
          <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            Add a provider
          </Button>
        ) : (
          <ProviderForm key={open === 'new' ? 'new' : open.provider} stored={open} onClose={() => setOpen(null)} />
        )}
      </div>
    </section>
  )
}

function ProviderForm({ stored, onClose }: { stored: Provider | 'new'; onClose: () => void }) {
  const { call, busy, problem, error } = useCalls({ fields: FIELDS })
  const existing = stored === 'new' ? null : stored
  const closeAfter = async (sent: Promise<Answer>) => (await sent).ok && onClose()
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { provider, client_secret, active, ...rest } = Object.fromEntries(new FormData(event.currentTarget))
    const name = existing?.provider ?? String(provider ?? '')
    const body = { ...rest, active: active === 'on', ...(client_secret ? { client_secret } : {}) }
    await closeAfter(call('PUT', `/api/signinproviders/${encodeURIComponent(name) || '-'}`, body))
  }
  const field = (name: (typeof FIELDS)[number]) => ({ name, error: error(name) })
  return (
    <form onSubmit={save} noValidate>
      <FormError message={problem} />
      <div className={classes.pair}>
        <TextInput
          {...field('label')}
          label="Name on the button"
          defaultValue={existing?.label}
          placeholder="Google"
          data-autofocus
        />
        {existing === null && (
          <TextInput
            {...field('provider')}
            label="Short name"
            description="Used in the address: lower-case letters and dashes."
          />
        )}
      </div>
      <TextInput
        {...field('issuer')}
        label="Issuer"
        type="url"
        description="The provider’s address, such as https://accounts.google.com."
        defaultValue={existing?.issuer}
      />
      <div className={classes.pair}>
        <TextInput {...field('client_id')} label="Client ID" defaultValue={existing?.client_id} autoComplete="off" />
        <PasswordInput
          {...field('client_secret')}
          label="Client secret"
          description={existing?.has_secret ? 'Stored encrypted. Leave blank to keep the current one.' : undefined}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show secret', tabIndex: 0 }}
        />
      </div>
      <Switch name="active" label="Show on the sign-in page" defaultChecked={existing?.active ?? true} />
      <p>
        Give the provider this redirect address: <code>{paths.socialDone}</code> after the name in this page’s address.
      </p>
      <div className={`row cluster ${classes.foot}`}>
        <Button type="submit" loading={busy}>
          Save provider
        </Button>
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        {existing && (
          <Button
            variant="subtle"
            color="red"
            disabled={busy}
            onClick={() => closeAfter(call('DELETE', `/api/signinproviders/${existing.provider}`))}
          >
            Remove
          </Button>
        )}
      </div>
    </form>
  )
}

import { Button, Checkbox, TextInput } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconAlertTriangle, IconAt, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { type Icon, SectionCard, type Tone } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { OwnSender, SenderState } from '#server/deliveries/senders/rules.ts'
import type { SiteDetail } from '#server/operators/contract.ts'
import classes from './console.module.css'
import { DnsRecords } from './dns-records.tsx'
import health from './health.module.css'

type Props = {
  site: Pick<SiteDetail, 'slug' | 'sender'>
  /** The platform's address. */
  platform: string
  /** Whether the provider verifies addresses; else the operator states it. */
  asks: boolean
}

const TAGS: Record<SenderState, [Tone, Icon, string]> = {
  waiting: ['amber', IconHourglass, 'Not verified yet'],
  verified: ['green', IconCircleCheck, 'Verified'],
  failed: ['red', IconAlertTriangle, 'Not verified any more'],
}

/** The effect of the state, and the next step. */
function stateText({ state, records }: OwnSender, { platform, asks }: Props): string {
  if (state === 'verified') return asks ? 'Emails come from this address. Keep its records.' : 'Emails come from it.'
  const until = `Emails come from ${platform}`
  if (!asks) return `${until}. Set the address again once the mail server may send for it.`
  if (state === 'failed') return `${until}. Correct the records, then check again.`
  return records.length
    ? `${until} until Amazon SES finds the records below, which can take three days after you add them.`
    : `${until}. Check the address to get its records.`
}

/** The own sender of a site: its state, the records to copy into the DNS, and the form to set it. */
export function SenderForm(props: Props) {
  const { site, asks } = props
  const fetcher = useFetcher<unknown>()
  return (
    <SectionCard
      title="Sender of emails"
      icon={IconAt}
      hint={site.sender ? undefined : `Emails come from ${props.platform}. Set an address of the club’s own domain.`}
    >
      {site.sender && <Current {...props} sender={site.sender} />}
      <fetcher.Form method="post" action={paths.consoleSender(site.slug)} noValidate className={classes.form}>
        <div className={classes.wide} role="status">
          <FormError message={formError(fetcher.data)} />
        </div>
        <TextInput
          key={site.sender?.address}
          name="address"
          label={site.sender ? 'Another address' : 'Own address'}
          size="md"
          type="email"
          autoComplete="off"
          placeholder="crew@harbour.org"
          error={fieldError(fetcher.data, 'address')}
        />
        {!asks && (
          <Checkbox
            name="verified"
            radius="sm"
            className={classes.wide}
            label="The mail server may send for this address"
            description="The SPF record of the domain allows it, and it signs with a DKIM key of the domain."
            error={fieldError(fetcher.data, 'verified')}
          />
        )}
        <div className={classes.wide}>
          <Button type="submit" h={44} variant="default" loading={fetcher.state !== 'idle'}>
            Set the sender
          </Button>
        </div>
      </fetcher.Form>
    </SectionCard>
  )
}

function Current({ sender, ...props }: Props & { sender: OwnSender }) {
  const fetcher = useFetcher<unknown>()
  const [tone, icon, word] = TAGS[sender.state]
  const domain = sender.address.slice(sender.address.indexOf('@') + 1)
  const act = (name: 'check' | 'remove', label: string) => (
    <Button type="submit" name="act" value={name} h={44} variant="default" disabled={fetcher.state !== 'idle'}>
      {label}
    </Button>
  )
  return (
    <>
      <dl className={health.facts}>
        <dt>Address</dt>
        <dd>
          {sender.address}{' '}
          <Tag tone={tone} icon={icon}>
            {word}
          </Tag>
        </dd>
        <dt>Effect</dt>
        <dd>
          {sender.problem && `${sender.problem} `}
          {stateText(sender, props)}
        </dd>
      </dl>
      {sender.records.length > 0 && (
        <>
          <DnsRecords records={sender.records.map((record) => ({ ...record, type: 'CNAME' }))} />
          <p className={health.more}>
            Amazon SES signs the emails with these keys, so no SPF record is needed. If the domain has no DMARC record,
            add a TXT record <code>_dmarc.{domain}</code> with the value <code>v=DMARC1; p=none</code>.
          </p>
        </>
      )}
      <fetcher.Form method="post" action={paths.consoleSender(props.site.slug)} className={health.more}>
        <FormError message={formError(fetcher.data) ?? fieldError(fetcher.data, 'address')} />
        <div className="row cluster">
          {props.asks && act('check', 'Check now')}
          {act('remove', 'Remove the address')}
        </div>
      </fetcher.Form>
    </>
  )
}

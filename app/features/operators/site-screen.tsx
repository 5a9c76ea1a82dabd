import { Button } from '@mantine/core'
import { IconAlertTriangle, IconBuildingCommunity, IconExternalLink, IconGauge, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { formatInstant } from '#app/ui/date-format.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { ANYONES_FORMATS, sinceText } from '#app/ui/since-text.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import type { SiteDetail } from '#server/operators/contract.ts'
import { ageText, levelOf, troubleText } from '#server/operators/verdicts.pure.ts'
import { QUOTA_LABELS, quotaLevel, usageText } from '#server/quotas/rules.ts'
import { CapsForm, type UsualCaps } from './caps-form.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { EnterSite } from './enter-site.tsx'
import { type Figure, Figures } from './figures.tsx'
import { FirstAdmin } from './first-admin.tsx'
import health from './health.module.css'
import { OwnDomains } from './own-domains.tsx'
import { SenderForm } from './sender-form.tsx'
import { changeLabel } from './site.ts'
import { StatusTag } from './site-row.tsx'

type Props = {
  site: SiteDetail
  address: string
  now: string
  clock: string
  country: string
  usualCaps: UsualCaps
  /** The platform's address, and whether its provider verifies others. */
  sending: { platform: string; asks: boolean }
}

/** @param props.clock the time at the site, HH:mm. */
export function SiteScreen({ site, address, now, clock, country, usualCaps, sending }: Props) {
  const [changing, setChanging] = useState(false)
  const { trouble } = site
  const words = trouble && troubleText(trouble, (instant) => `${sinceText(instant, now, 'UTC', ANYONES_FORMATS)} UTC`)
  return (
    <>
      <PageHead
        title={site.name}
        meta={
          <span className={`cluster ${health.verdict}`} data-level={trouble ? levelOf(trouble) : undefined}>
            <StatusTag status={site.status} />
            {words ? (
              <span>
                <strong>{words.cause}.</strong> {words.meaning}
              </span>
            ) : (
              site.status === 'active' && <span>All fine.</span>
            )}
          </span>
        }
      >
        {site.status === 'active' && (
          <Button
            component="a"
            href={address}
            variant="default"
            h={44}
            leftSection={<IconExternalLink size={18} aria-hidden />}
          >
            Open the site
          </Button>
        )}
        {(site.status === 'active' || site.status === 'suspended') && (
          <Button
            variant="default"
            h={44}
            onClick={() => setChanging(true)}
            aria-label={`${changeLabel(site)} ${site.name}`}
          >
            {changeLabel(site)}
          </Button>
        )}
      </PageHead>
      <Figures label="Figures for the site" figures={figuresOf(site, now)} />
      {site.status === 'active' && (site.invitation || trouble?.kind === 'unclaimed') && (
        <FirstAdmin site={site} invitation={site.invitation} />
      )}
      <SectionCard title="Messages in the last 7 days" icon={IconMail}>
        {site.messages.length ? (
          <ul className={`list ${health.counts}`}>
            {site.messages.map(({ channel, state, reason, words, count }) => (
              <li key={`${channel} ${state} ${reason}`}>
                <strong>{channel === 'email' ? 'Emails' : 'Texts'}</strong>
                <span>{words}</span>
                <span className="num">{count}</span>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState icon={IconMail} title="No messages" text="None were due in the last 7 days." />
        )}
      </SectionCard>
      <SectionCard
        title="Quotas"
        icon={IconGauge}
        hint="Reminders, notices of shifts and emails about accounts are always sent, and count. Set the limits with “watchbill site quota”."
      >
        <dl className={health.facts}>
          {site.quotas.map((use) => {
            const level = quotaLevel(use)
            return [
              <dt key={`${use.quota} label`}>{QUOTA_LABELS[use.quota]}</dt>,
              <dd key={use.quota}>
                <span className="num">{usageText(use)}</span>{' '}
                {level && (
                  <Tag tone={level === 'full' ? 'red' : 'amber'} icon={IconAlertTriangle}>
                    {level === 'full' ? 'At its limit' : 'Near its limit'}
                  </Tag>
                )}
              </dd>,
            ]
          })}
        </dl>
      </SectionCard>
      {site.status !== 'deleted' && <OwnDomains site={site} />}
      {site.status !== 'deleted' && <SenderForm site={site} {...sending} />}
      {site.status !== 'deleted' && <CapsForm site={site} usual={usualCaps} />}
      <SectionCard title="Settings" icon={IconBuildingCommunity} hint="Only its admins can change these.">
        <dl className={health.facts}>
          <dt>Address</dt>
          <dd>{address}</dd>
          {site.moved_to && [
            <dt key="moved label">Moved to</dt>,
            <dd key="moved">
              <a href={site.moved_to}>{site.moved_to}</a>
            </dd>,
          ]}
          <dt>Time zone</dt>
          <dd>
            {site.timezone}, now <span className="num">{clock}</span>
          </dd>
          <dt>Phone numbers</dt>
          <dd>{country}</dd>
          <dt>Language</dt>
          <dd>{site.locale}</dd>
          <dt>SMS</dt>
          <dd>{site.sms_enabled ? 'On' : 'Off'}</dd>
          <dt>Created</dt>
          <dd>{formatInstant(site.created_at, 'UTC', 'D MMM YYYY')}</dd>
        </dl>
      </SectionCard>
      {site.status === 'active' && <EnterSite slug={site.slug} />}
      <ChangeDialog site={changing ? site : null} onClose={() => setChanging(false)} />
    </>
  )
}

const figuresOf = (site: SiteDetail, now: string): Figure[] => [
  {
    label: 'People',
    value: site.people,
    hint: `${site.admins === 1 ? '1 admin' : `${site.admins} admins`}, ${site.new_people} new in 7 days`,
  },
  { label: 'Shifts', value: site.shifts, hint: `in the next 7 days, ${site.open_shifts} open` },
  { label: 'Messages', value: site.sent, hint: `sent in 7 days; ${site.failed} not delivered today` },
  {
    label: 'Oldest due message',
    value: site.waiting_since ? ageText(site.waiting_since, now) : 'None',
    hint: site.waiting ? `${site.waiting} due${site.waiting_since ? '' : ', all to many people'}` : 'nothing waiting',
  },
  { label: 'Pictures', value: site.pictures, hint: 'photos and logo' },
  {
    label: 'Last activity',
    value: site.last_activity ? ageText(site.last_activity, now) : 'None yet',
    hint: site.last_activity ? 'ago' : 'no changes yet',
  },
]

import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { LeaveWarning } from '#app/collections/leave-warning.tsx'
import { useSite } from '#app/shell/use-root.ts'
import { useScrolledTo } from '#app/ui/use-scrolled-to.ts'
import { WorkPage } from '#app/ui/work-page.tsx'
import type { Provider } from '#server/accounts/social/contract.ts'
import type { Organisation, OrganisationField } from '#server/organisation/contract.ts'
import { nearText, type QuotaUse, quotaLevel } from '#server/quotas/rules.ts'
import { AnswersSection } from './answers.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { ColourSection } from './colour-section.tsx'
import { CalendarsSection, EmbeddingSection } from './connections.tsx'
import { FeaturesSection, GeneralSection, TimeSection } from './general.tsx'
import { LogoSection } from './logo-section.tsx'
import { RemindersSection, SmsSection } from './messages.tsx'
import classes from './organisation.module.css'
import { SignInProvidersSection } from './sign-in-providers.tsx'
import { DraftContext } from './use-section.ts'
import { useSectionInView } from './use-section-in-view.ts'

const GROUPS = [
  {
    title: 'Organisation',
    links: [
      ['general', 'General'],
      ['logo', 'Logo'],
      ['colour', 'Colour'],
      ['time', 'Time and language'],
      ['features', 'Features'],
    ],
  },
  {
    title: 'Shifts',
    links: [['answers', 'Answers and cover']],
  },
  {
    title: 'Messages',
    links: [
      ['reminders', 'Reminders'],
      ['sms', 'SMS'],
    ],
  },
  {
    title: 'Connections',
    links: [
      ['calendars', 'External calendars'],
      ['embedding', 'Embedding'],
      ['providers', 'Sign-in providers'],
    ],
  },
] as const

const IDS = GROUPS.flatMap(({ links }) => links.map(([id]) => id))

type Props = {
  stored: Organisation
  zones: readonly string[]
  providers: readonly Provider[]
  canSendTexts: boolean
  /** The quotas that are near their limit or at it. */
  nearQuotas: readonly QuotaUse[]
}

export function OrganisationScreen({ stored, zones, providers, canSendTexts, nearQuotas }: Props) {
  const site = useSite()
  const [draft, setDraft] = useState<Partial<Organisation>>({})
  const onDraft = useCallback((values: Partial<Organisation>) => setDraft((before) => ({ ...before, ...values })), [])
  const typed = { ...stored, ...draft }
  const { name, color } = typed
  const dirty = (Object.keys(draft) as OrganisationField[]).some(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(stored[field]),
  )
  const sectionInView = useSectionInView(IDS)
  const links = useScrolledTo(sectionInView)
  return (
    <WorkPage title="Organisation" meta={site.name}>
      <LeaveWarning dirty={dirty} />
      {nearQuotas.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          className={classes.quotas}
          icon={<IconAlertTriangle size={20} aria-hidden />}
          title={nearQuotas.some((use) => quotaLevel(use) === 'full') ? 'At a limit' : 'Near a limit'}
        >
          <ul>
            {nearQuotas.map((use) => (
              <li key={use.quota}>{nearText(use)}</li>
            ))}
          </ul>
        </Alert>
      )}
      <div className={classes.cols}>
        <nav className={classes.nav} ref={links} aria-label="Organisation">
          {GROUPS.map(({ title, links }) => [
            <h2 key={title}>{title}</h2>,
            ...links.map(([id, label]) => (
              <a key={id} href={`#${id}`} aria-current={id === sectionInView ? 'true' : undefined}>
                {label}
              </a>
            )),
          ])}
        </nav>
        <DraftContext.Provider value={onDraft}>
          <div className={classes.sections}>
            <GeneralSection stored={stored} />
            <LogoSection />
            <ColourSection stored={stored} />
            <div className={classes.beside}>
              <BrandPreview name={name} color={color} stored={stored.color} />
            </div>
            <TimeSection stored={stored} zones={zones} />
            <FeaturesSection stored={stored} />
            <AnswersSection stored={stored} />
            <RemindersSection stored={stored} />
            <SmsSection stored={stored} canSend={canSendTexts} />
            <CalendarsSection stored={stored} />
            <EmbeddingSection stored={stored} />
            <SignInProvidersSection providers={providers} />
          </div>
        </DraftContext.Provider>
      </div>
    </WorkPage>
  )
}

import type { Provider } from '#server/accounts/social/contract.ts'
import type { Organisation } from '#server/organisation/contract.ts'
import { useSite } from '../../shell/use-root.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { CalendarsSection, EmbeddingSection } from './connections.tsx'
import { FeaturesSection, GeneralSection, TimeSection } from './general.tsx'
import { LogoSection } from './logo-section.tsx'
import { RemindersSection, SmsSection } from './messages.tsx'
import classes from './organisation.module.css'
import { SignInProvidersSection } from './sign-in-providers.tsx'

const GROUPS = [
  {
    title: 'Organisation',
    links: [
      ['general', 'General'],
      ['logo', 'Logo'],
      ['time', 'Time and language'],
      ['features', 'Features'],
    ],
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

type Props = { stored: Organisation; zones: readonly string[]; providers: readonly Provider[] }

/** All that an admin decides for the whole site, one section a subject. */
export function OrganisationScreen({ stored, zones, providers }: Props) {
  const site = useSite()
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHead title="Organisation" meta={site.name} />
      </div>
      <div className={classes.cols}>
        <nav className={classes.nav} aria-label="Organisation">
          {GROUPS.map(({ title, links }) => [
            <h2 key={title}>{title}</h2>,
            ...links.map(([id, label]) => (
              <a key={id} href={`#${id}`}>
                {label}
              </a>
            )),
          ])}
        </nav>
        <div className={classes.sections}>
          <GeneralSection stored={stored} />
          <LogoSection />
          <TimeSection stored={stored} zones={zones} />
          <FeaturesSection stored={stored} />
          <RemindersSection stored={stored} />
          <SmsSection stored={stored} />
          <CalendarsSection stored={stored} />
          <EmbeddingSection stored={stored} />
          <SignInProvidersSection providers={providers} />
        </div>
      </div>
    </div>
  )
}

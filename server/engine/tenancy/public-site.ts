import type { Site } from './site.ts'

/** The public facts of a site. It is a list, so that a new column of the table is not public by accident. */
const PUBLIC_FIELDS = [
  'id',
  'slug',
  'name',
  'prefix',
  'logo',
  'color',
  'contact_name',
  'contact_email',
  'url',
  'timezone',
  'locale',
  'default_country_code',
  'embed_origins',
  'self_assign',
  'allow_release',
  'release_days',
  'cover_rungs',
  'sms_enabled',
  'feature_timesheets',
] as const satisfies readonly (keyof Site)[]

type PublicFacts = Pick<Site, (typeof PUBLIC_FIELDS)[number]>

export type PublicSite = PublicFacts & Pick<Site, 'allowed_external_calendars'> & { mediaRoot: string }

/** Returns the public data of a site, flat. The addresses of other clubs' calendars may be secrets: they are for the signed-in. */
export function publicSiteData(site: Site, { signedIn }: { signedIn: boolean }): PublicSite {
  const shown = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, site[field]])) as PublicFacts
  return {
    ...shown,
    allowed_external_calendars: signedIn ? site.allowed_external_calendars : '',
    mediaRoot: site.media_root,
  }
}

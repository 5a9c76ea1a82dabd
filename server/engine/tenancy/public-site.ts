import type { Site } from './site.ts'

/** An explicit list, so that a new column is not public by accident. */
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

/**
 * Returns the public data of a site, flat. Addresses of other clubs' calendars may be secrets, so they require a
 * sign-in.
 */
export function publicSiteData(site: Site, { signedIn }: { signedIn: boolean }): PublicSite {
  const shown = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, site[field]])) as PublicFacts
  return {
    ...shown,
    allowed_external_calendars: signedIn ? site.allowed_external_calendars : '',
    mediaRoot: site.media_root,
  }
}

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
  'allowed_external_calendars',
] as const satisfies readonly (keyof Site)[]

export type PublicSite = Pick<Site, (typeof PUBLIC_FIELDS)[number]> & { mediaRoot: string }

/** Returns the public data of a site, flat. */
export function publicSiteData(site: Site): PublicSite {
  const shown = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, site[field]]))
  return { ...(shown as Pick<Site, (typeof PUBLIC_FIELDS)[number]>), mediaRoot: site.media_root }
}

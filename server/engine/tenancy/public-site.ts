import type { Site } from './site.ts'

/** What of a site anybody may read. A list of what is shown, so that a new column of the table is not shown by being there. */
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
  'sms_enabled',
  'feature_timesheets',
  'allowed_external_calendars',
] as const satisfies readonly (keyof Site)[]

export type PublicSite = Pick<Site, (typeof PUBLIC_FIELDS)[number]> & { mediaRoot: string }

/** The site data that anybody may read, flat. */
export function publicSiteData(site: Site): PublicSite {
  const shown = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, site[field]]))
  return { ...(shown as Pick<Site, (typeof PUBLIC_FIELDS)[number]>), mediaRoot: site.media_root }
}

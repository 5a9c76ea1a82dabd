import type { Site } from './site.ts'

/** The site data that anybody may read, flat (specification §3, Site data; product decisions §2). */
export function publicSiteData({
  id,
  status: _status,
  quiet_start: _start,
  quiet_end: _end,
  reminder_offsets: _offsets,
  media_root,
  ...site
}: Site) {
  return { id, ...site, mediaRoot: media_root }
}

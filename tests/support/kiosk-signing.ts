import type { Site } from '#server/engine/tenancy/site.ts'
import { test as base } from './fixture.ts'
import { kioskOf } from './kiosk.ts'

export const NOW = '2027-06-01T12:00:00.000Z'
/** 1 June in Sydney (UTC+10); the site's day begins at 14:00 UTC of the day before. */
export const DAY = { start: '2027-06-01T09:00:00.000Z', end: '2027-06-01T13:30:00.000Z' }

export const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date(NOW))
  .extend('site', ({ world }) => world.makeSite({ timezone: 'Australia/Sydney' }))
  .extend('kiosk', ({ world, api, site }) => kioskOf(world, api, site))
  .extend('person', ({ world, site }) => world.makePerson(site, { name: 'Zoë Ng' }))
  .extend(
    'stored',
    ({ site, world }) =>
      async (of: Site = site) =>
        (
          await world.superuser.query(
            `select s.id::int, s.event::int, s.person::int, s.role::int, s.start, s."end", s.actual_start, s.actual_end, s.hours, s.draft is not null as published
       from core.shifts s where s.site_id = $1 order by s.id`,
            [of.id],
          )
        ).rows,
  )
  .extend(
    'lines',
    ({ world, site }) =>
      async () =>
        (
          await world.superuser.query(
            'select actor, action, subject_id::int from core.audit where site_id = $1 order by id',
            [site.id],
          )
        ).rows,
  )

export const at = (iso: string) => new Date(iso)

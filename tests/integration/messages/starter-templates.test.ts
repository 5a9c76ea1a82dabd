import { expect } from 'vitest'
import { STARTERS } from '#server/messages/templates/starters.ts'
import { newSite } from '#server/platform/contract.ts'
import { createSite } from '#server/platform/sites.ts'
import { test as base } from '#tests/support/fixture.ts'

const test = base.extend('templatesOf', ({ world }) => async (site: number) => {
  const { rows } = await world.superuser.query(
    'select name, kind, subject, body from core.messagetemplates where site_id = $1 order by id',
    [site],
  )
  return rows
})

test('a new site begins with templates', async ({ world, templatesOf }) => {
  const site = await createSite(
    { pool: world.pool('platform'), now: world.clock.now() },
    newSite.parse({ slug: 'fresh', name: 'Fresh' }),
  )
  expect(await templatesOf(site.id)).toEqual(STARTERS)
})

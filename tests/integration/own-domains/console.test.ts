import { expect } from 'vitest'
import { test } from '#tests/support/operators-console.ts'

test('an operator adds, checks and removes a domain, and the log says that it was them', async ({ host, site }) => {
  const operator = await host.signedIn()
  const by = { account: operator.account_id, ip: null }
  const change = (input: Record<string, unknown>) => host.console.changeDomain(by, site.slug, input)
  const name = `roster.${site.slug}.test`
  expect(await change({ change: 'add', name })).toMatchObject({ name, proved_at: null, in_links: false })
  expect((await host.console.site(site.slug)).domains).toMatchObject([{ name, checked_at: null }])
  expect(await change({ change: 'check', name })).toMatchObject({
    proved_at: null,
    problem: 'The DNS did not answer. Try again in a few minutes.',
  })
  expect(await change({ change: 'remove', name })).toBeNull()
  expect((await host.console.site(site.slug)).domains).toEqual([])
  expect(host.changed).toEqual(expect.arrayContaining([site.slug, name]))
  const acts = (await host.acts(operator.account_id)).filter(({ action }) => action === 'site.domain')
  expect(acts).toEqual(Array(2).fill({ action: 'site.domain', site: site.id }))
})

test.for([
  [{ change: 'add' }, { name: ['Required.'] }],
  [{ change: 'add', name: 'x'.repeat(100_000) }, { name: ['At most 240 characters.'] }],
  [{ change: 'add', name: 'harbour.localhost' }, { name: ['This name belongs to the platform.'] }],
  [{ change: 'steal', name: 'roster.club.org' }, { change: ['Invalid.'] }],
] as const)('case %# is refused at its field and changes nothing', async ([input, issues], { host, site }) => {
  const operator = await host.signedIn()
  const by = { account: operator.account_id, ip: null }
  await expect(host.console.changeDomain(by, site.slug, input)).rejects.toMatchObject({
    code: 'invalid',
    extras: { issues },
  })
  expect((await host.console.site(site.slug)).domains).toEqual([])
})

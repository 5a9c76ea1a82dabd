import { expect } from 'vitest'
import { listDomains } from '#server/platform/domains.ts'
import { test as base } from '#tests/support/own-domains.ts'
import { createCommands } from '#tests/support/programs.ts'

const test = base.extend('cli', { scope: 'file' }, ({ world, dns }) => {
  const run = createCommands(world.url)
  return (act: string, options: Record<string, string>, words: string[] = []) =>
    run(
      ['site', 'domain', act, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]), ...words],
      { DNS_SERVERS: dns.address },
    )
})

test('an operator adds a domain, learns which records it needs, checks, lists and removes it', async ({
  cli,
  dns,
  site,
}) => {
  const wish = { slug: site.slug, name: `duty.${site.slug}.test` }
  const added = await cli('add', wish)
  expect(added.code).toBe(0)
  const [, name, token] = /(_watchbill\.\S+) {2}TXT {2}([0-9a-f]{40})\n/.exec(added.out) ?? []
  expect(name).toBe(`_watchbill.${wish.name}`)
  expect(added.out).toContain(`${wish.name}  CNAME  ${site.slug}.localhost`)
  expect((await cli('list', { slug: site.slug })).out).toMatch(/duty\.\S+ +not checked yet/)

  const early = await cli('check', wish)
  expect([early.code, early.err]).toEqual([1, expect.stringContaining(`There is no TXT record ${name}.`)])
  expect(early.err).toContain(String(token))
  expect((await cli('list', { slug: site.slug })).out).toContain('not proved: There is no TXT record')

  dns.records.set(String(name), [{ type: 'TXT', value: String(token) }])
  dns.records.set(wish.name, [{ type: 'CNAME', value: `${site.slug}.localhost` }])
  dns.records.set(`${site.slug}.localhost`, [{ type: 'A', value: '203.0.113.7' }])
  const proved = await cli('check', wish)
  expect([proved.code, proved.out]).toEqual([0, expect.stringContaining('Links name it, and pages redirect to it.')])
  const [listed] = JSON.parse((await cli('list', { slug: site.slug }, ['--json'])).out)
  expect(listed).toMatchObject({ name: wish.name, in_links: true, problem: null })

  expect((await cli('remove', wish)).out).toContain(`Removed ${wish.name} from ${site.slug}.`)
  expect((await cli('list', { slug: site.slug })).out).toBe('No own domains.\n')
})

test('doctor reports a domain whose records are gone, and changes nothing', async ({ world, dns, domains, site }) => {
  const name = `duty.${site.slug}.test`
  await domains.prove(site.slug, name)
  const doctor = async (): Promise<{ what: string; advice: string }[]> => {
    const { out } = await createCommands(world.url)(['doctor', '--json'], { DNS_SERVERS: dns.address })
    return JSON.parse(out).problems.filter(({ what }: { what: string }) => what.includes('own domain'))
  }
  expect(await doctor()).toEqual([])
  dns.records.delete(`_watchbill.${name}`)
  expect(await doctor()).toEqual([
    {
      what: `The own domain of ${site.slug} has lost its records: There is no TXT record _watchbill.${name}.`,
      advice: expect.stringContaining(`site domain remove --slug ${site.slug} --name ${name}`),
    },
  ])
  expect((await listDomains(domains.parts(), site.slug))[0]).toMatchObject({ in_links: true, problem: null })
})

test('a name that cannot be a club’s is refused in one line', async ({ cli, site }) => {
  for (const [act, options, line] of [
    [
      'add',
      { slug: site.slug, name: 'https://roster.club.org' },
      '--name: Give the name only, such as roster.club.org.',
    ],
    ['add', { slug: site.slug, name: 'x.localhost' }, '--name: This name belongs to the platform.'],
    ['add', { slug: 'nowhere', name: 'roster.club.org' }, 'No site has the name "nowhere".'],
    ['check', { slug: site.slug, name: 'roster.club.org' }, `Site "${site.slug}" has no own domain "roster.club.org".`],
  ] as const) {
    const result = await cli(act, options)
    expect([result.code, result.err]).toEqual([1, `${line}\n`])
  }
})

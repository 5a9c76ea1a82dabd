import { expect } from 'vitest'
import { startSearch } from '#server/cover/control.ts'
import { coverToken } from '#server/cover/links/token.ts'
import { test as links } from '#tests/support/answer-links.ts'
import { startPages } from '#tests/support/pages.ts'
import { SYSTEM } from '#tests/support/world.ts'

const test = links
  .extend('pages', { scope: 'file' }, async ({ api }, { onCleanup }) => {
    const pages = await startPages(api)
    onCleanup(() => pages.close())
    return pages
  })
  .extend('linkTo', ({ world, site, member }) => async (...shifts: number[]) => {
    const { rows } = await world.superuser.query(
      'select id::int, start, "end", location::int, assignment::int, role::int from core.shifts where id = any ($1)',
      [shifts],
    )
    const code = `Link${String(shifts.at(-1)).padStart(4, '0').slice(-4)}`
    const link = { code, channel: 'sms', person: member.id, ends_at: '2027-04-01T00:00Z' }
    await world.insert(site, 'answer_links', { ...link, shifts: JSON.stringify(rows) })
    return `/a/${code}`
  })
  /** The answers of the buttons on a page: the filled ones, and all of them in order. */
  .extend('buttonsOf', ({ pages, site }) => async (path: string) => {
    const { status, text } = await pages.ask({ path, host: pages.hostOf(site.slug) })
    expect(status).toBe(200)
    const buttons = [...text.matchAll(/<button[^>]* name="answer"[^>]*>/g)].map(([button]) => ({
      value: /value="(\w+)"/.exec(button)?.[1] ?? '',
      filled: /data-filled="true"/.test(button) || (/mantine-Button/.test(button) && !/data-variant/.test(button)),
      light: /data-variant="light"/.test(button),
    }))
    return {
      filled: buttons.filter(({ filled }) => filled).map(({ value }) => value),
      light: [...new Set(buttons.filter(({ light }) => light).map(({ value }) => value))],
      first: buttons[0]?.value,
    }
  })

const TAPPED: [query: string, filled: string][] = [
  ['', 'confirmed'],
  ['?answer=confirmed', 'confirmed'],
  ['?answer=declined', 'declined'],
  ['?answer=nonsense', 'confirmed'],
]

test.for(TAPPED)(
  'the page behind a link%s fills %s, first of both',
  async ([query, filled], { member, shiftOf, linkTo, buttonsOf }) => {
    expect(await buttonsOf((await linkTo(await shiftOf(member))) + query)).toMatchObject({
      filled: [filled],
      first: filled,
    })
  },
)

test('the tapped button is filled also where the other answer was given before', async ({
  member,
  shiftOf,
  linkTo,
  buttonsOf,
  answerAs,
}) => {
  const shift = await shiftOf(member)
  const link = await linkTo(shift)
  await answerAs(member, shift, { answer: 'confirmed' })
  expect((await buttonsOf(`${link}?answer=declined`)).filled).toEqual(['declined'])
  expect((await buttonsOf(`${link}?answer=confirmed`)).filled).toEqual([])
  await answerAs(member, shift, { answer: 'declined', cover: false })
  expect((await buttonsOf(`${link}?answer=confirmed`)).filled).toEqual(['confirmed'])
  expect((await buttonsOf(`${link}?answer=declined`)).filled).toEqual([])
})

test('several shifts on one page: each row, and the last button, follow the tap', async ({
  member,
  shiftOf,
  linkTo,
  buttonsOf,
}) => {
  const link = await linkTo(await shiftOf(member), await shiftOf(member))
  expect(await buttonsOf(link)).toMatchObject({ filled: ['confirmed'], light: ['confirmed'] })
  expect(await buttonsOf(`${link}?answer=confirmed`)).toMatchObject({ filled: ['confirmed'], light: ['confirmed'] })
  expect(await buttonsOf(`${link}?answer=declined`)).toMatchObject({ filled: [], light: ['declined'] })
})

test('the page of a request to cover follows the tap too', async ({ world, site, member, shiftOf, buttonsOf, api }) => {
  const holder = await world.makePerson(site)
  const shift = await shiftOf(holder)
  const { id } = await world.act(site, SYSTEM, (ctx) => startSearch(ctx, shift))
  const ask = { cover: id, person: member.id, rung: 1, channel: 'email', asked_at: world.clock.now() }
  const { id: asked } = await world.insert(site, 'coverasks', ask)
  const { rows } = await world.superuser.query('select uid from core.coverasks where id = $1', [asked])
  const link = `/cover/${coverToken(api.context.config.SESSION_SECRET, rows[0].uid)}`
  for (const [query, filled] of [
    ['', 'yes'],
    ['?answer=yes', 'yes'],
    ['?answer=no', 'no'],
  ] as const)
    expect(await buttonsOf(link + query)).toMatchObject({ filled: [filled], first: filled })
})

test('the page shows dates and times in the formats of the person whose link it is', async ({
  world,
  site,
  member,
  pages,
  shiftOf,
  linkTo,
}) => {
  const path = await linkTo(await shiftOf(member))
  const read = async () => (await pages.ask({ path, host: pages.hostOf(site.slug) })).text.replaceAll('\u00a0', ' ')
  const usual = await read()
  expect(usual).toContain('<b>Sat 20 Mar</b>')
  expect(usual).toContain('9:00 am –')
  await world.superuser.query('update core.people set settings = $2 where id = $1', [
    member.id,
    JSON.stringify({ dateFormat: 'DD/MM/YYYY', timeFormat: 'HH:mm' }),
  ])
  const chosen = await read()
  expect(chosen).toContain('<b>20/03/2027</b>')
  expect(chosen).toContain('09:00 –')
})

import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { newClub } from '#tests/e2e/own-club.ts'
import { enterAs, newMember } from '#tests/e2e/own-member.ts'

/** Greatest heights of the cards of which there may be many rows; the rest of a card is behind its link, or scrolls. */
const MOST = {
  'To do': 360,
  'New Registrations': 560,
  'Pending Shift Requests': 560,
  'Unpublished Shifts': 320,
  'Upcoming Events': 480,
}

/** Where each card is drawn on the page, in pixels from its top. */
const cardsOf = (page: Page) =>
  page.locator('#content section').evaluateAll((cards) =>
    cards.map((card) => {
      const { x, top, bottom } = card.getBoundingClientRect()
      return { name: card.getAttribute('aria-label') ?? '', x, top: top + scrollY, bottom: bottom + scrollY }
    }),
  )

/** Each card is within its bounds and follows the one above it; only the head and the foot of the page are beside them. */
async function expectNoHoles(page: Page) {
  const drawn = await cardsOf(page)
  const heights = Object.fromEntries(drawn.map(({ name, top, bottom }) => [name, bottom - top]))
  for (const [name, most] of Object.entries(MOST)) expect(heights[name] ?? 0, name).toBeLessThanOrEqual(most)
  for (const x of new Set(drawn.map((card) => card.x))) {
    const column = drawn.filter((card) => card.x === x).sort((a, b) => a.top - b.top)
    for (const [n, card] of column.entries())
      expect(card.top - (column[n - 1]?.bottom ?? card.top - 16), `above ${card.name}`).toBeLessThanOrEqual(20)
  }
  const [first, last] = [Math.min(...drawn.map(({ top }) => top)), Math.max(...drawn.map(({ bottom }) => bottom))]
  expect(first).toBeLessThanOrEqual(170)
  const { height, screen } = await page.evaluate(() => ({
    ...{ height: document.documentElement.scrollHeight, screen: innerHeight },
  }))
  // A page that is lower than the window fills it.
  if (height > screen) expect(height - last).toBeLessThanOrEqual(70)
}

const MOST_IN_ALL = { desktop: 1700, phone: 2400 }
const NEW_CLUB = { desktop: 1000, phone: 1600 }
const MEMBER = { desktop: 1700, phone: 2400 }
const HOUR = 3_600_000
const importFile = (name: string) => fileURLToPath(new URL(`../../fixtures/imports/${name}.csv`, import.meta.url))
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

/** On the day of the admin's own shift, with much to do: twenty requests, a season that is not published, and news. */
async function busyClub(request: Parameters<typeof newClub>[0]) {
  const { slug, call, make } = await newClub(request)
  const [me = 0] = (await call('GET', '/api/people/?limit=1')).order
  const member = await newMember(request, slug, {}, 'admin@harbour.test')
  const others = await make(
    'people',
    [...Array(19).keys()].map((n) => ({ name: `Volunteer ${n}`, email: `${slug}-${n}@example.org`, is_active: true })),
  )
  const people = [member.id, ...others]
  const assignments = await make('assignments', [{ name: 'Patrol boat driver' }])
  const days = [...Array(30).keys()]
  const times = (day: number) => ({ start: at(24 * day + 3), end: at(24 * day + 6) })
  const events = await make(
    'events',
    days.map((day) => ({ name: `Spring series, race ${day}`, ...times(day) })),
  )
  const [mine] = await make(
    'shifts',
    days.flatMap((day) =>
      [day ? people[day % 20] : me, null].map((person) => ({
        ...{ event: events[day], person, assignment: assignments[0], ...times(day) },
      })),
    ),
  )
  for (const event of events.slice(0, 15)) await call('PUT', `/api/events/${event}/publish`)
  await call('PUT', `/api/shifts/${mine}/answer`, { answer: 'confirmed' })
  await call(
    'POST',
    '/api/requests/batch',
    people.map((person, n) => ({ person, event: events[n % 15], comments: 'I can drive or crew, whatever is short.' })),
  )
  await make('news', [
    { title: 'The yard crane is out of use', content: 'Boats under 400 kg can go in by the slip. '.repeat(2) },
  ])
  for (const n of [1, 2, 3]) {
    const body = { email: `${slug}-new-${n}@example.org`, name: `Newcomer ${n}`, password: 'tide-table-heron-42' }
    expect((await client(request, slug).call('POST', '/api/register', { body })).status()).toBe(204)
  }
  return { slug, member }
}

/** Opens the dashboard at each size, where it must not be higher than allowed. */
async function expectLow(page: Page, slug: string, mostInAll = MOST_IN_ALL) {
  for (const [size, most] of Object.entries(mostInAll)) {
    await page.setViewportSize(SIZES[size as keyof typeof MOST_IN_ALL])
    await page.goto(siteUrl(slug, '/dashboard'))
    await expect(page.getByRole('region', { name: 'Upcoming Events' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollHeight), size).toBeLessThanOrEqual(most)
    if (size === 'desktop') await expectNoHoles(page)
  }
}

test('on a busy day an admin’s dashboard is at most two screens high, each card within its bounds', async ({
  page,
  request,
}) => {
  const { slug } = await busyClub(request)
  await enter(page, 'admin@harbour.test', slug)
  await expectLow(page, slug)
  const specified = ['New Registrations', 'Pending Shift Requests', 'Unpublished Shifts']
  for (const name of ['Upcoming Shifts', 'To do', ...specified])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  const drawn = (await cardsOf(page)).sort((a, b) => a.top - b.top).map(({ name }) => name)
  expect(drawn.filter((name) => specified.includes(name))).toEqual(specified)
})

test('a new club’s dashboard is low, and two screens high at most once a season is imported', async ({
  page,
  request,
}) => {
  const { slug } = await newClub(request)
  await enter(page, 'admin@harbour.test', slug)
  await expectLow(page, slug, NEW_CLUB)
  await page.setViewportSize(SIZES.desktop)
  for (const [kind, name, rows] of [
    ['people', 'harbour-people', '140 people'],
    ['season', 'harbour-season', '554 shifts'],
  ] as const) {
    await page.goto(siteUrl(slug, `/import?kind=${kind}`))
    await page.locator('input[type=file]').setInputFiles(importFile(name))
    await page.getByRole('button', { name: `Import ${rows}` }).click()
    await expect(page.getByRole('heading', { name: `Created ${rows}` })).toBeVisible()
  }
  await expectLow(page, slug)
})

test('a member’s dashboard is low in a club with much to do', async ({ page, request }) => {
  const { slug, member } = await busyClub(request)
  await enterAs(page, member.email, { slug })
  await expectLow(page, slug, MEMBER)
})

import type { APIRequestContext, Page } from '@playwright/test'
import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, settled, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { enterAs, newMember } from '#tests/e2e/own-member.ts'

/** As much as the eye lets pass: a line of text that moves by a few pixels. */
const MOST = 0.02
const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

// Parts that open later load automatically, as for most people.
test.use({ savesData: false })

type Moved = { value: number; parts: string[] }

/** What moved without a press since the page was first drawn, by a browser at a quarter of its speed. */
async function movesOf(page: Page, width: number, paths: readonly string[]): Promise<Record<string, Moved[]>> {
  const isPhone = width < 600
  await page.setViewportSize({ width, height: isPhone ? 844 : 800 })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  if (isPhone) await session.send('Emulation.setUserAgentOverride', { userAgent: PHONE })
  const moves: Record<string, Moved[]> = {}
  for (const path of paths) {
    await page.goto(siteUrl('harbour', path))
    await settled(page)
    await page.waitForLoadState('networkidle')
    const found = await page.evaluate(shifts)
    if (found.reduce((sum, { value }) => sum + value, 0) >= MOST) moves[`${path} at ${width}`] = found
  }
  await session.detach()
  return moves
}

const shifts = () =>
  new Promise<Moved[]>((resolve) => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node | null }[] }
    const nameOf = (node: Node | null | undefined) => (node?.textContent ?? '').slice(0, 40)
    const found: Moved[] = []
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries as Shift[])
        if (!entry.hadRecentInput)
          found.push({ value: entry.value, parts: entry.sources.map(({ node }) => nameOf(node)) })
    }
    const observer = new PerformanceObserver((list) => note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Entries of the past arrive before the frame after the next.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        note(observer.takeRecords())
        resolve(found)
      }),
    )
  })

/** A member with a shift ahead that they look for cover for, and one that they were asked about. */
async function searcher(request: APIRequestContext) {
  const member = await newMember(request)
  const admin = client(request, 'harbour', member.admin)
  const times = (year: number) => ({ start: `${year}-06-01T09:00:00Z`, end: `${year}-06-01T12:00:00Z` })
  const made = await admin.call('POST', '/api/events/', {
    body: [2061, 2062].map((year) => ({ name: `Far race ${year}`, ...times(year) })),
  })
  const events = ((await made.json()) as { order: number[] }).order
  const added = await admin.call('POST', '/api/shifts/', {
    body: events.map((event, n) => ({ event, person: member.id, ...times(2061 + n) })),
  })
  const [shift] = ((await added.json()) as { order: number[] }).order
  for (const event of events) expect((await admin.call('PUT', `/api/events/${event}/publish`)).ok()).toBe(true)
  const said = await admin.call('PUT', `/api/shifts/${shift}/answer`, { body: { answer: 'declined' } })
  expect(said.ok(), await said.text()).toBe(true)
  return { member, event: events[0]!, day: times(2061).start.slice(0, 10) }
}

test('nothing moves on an admin’s screens after they are first drawn', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  const found = {
    ...(await movesOf(page, 1280, [
      '/dashboard',
      '/todo',
      '/events/calendar',
      '/roster',
      '/messaging/email',
      '/cover',
    ])),
    ...(await movesOf(page, 390, ['/dashboard', '/todo', '/messaging/email'])),
  }
  expect(found).toEqual({})
})

test('nothing moves on a member’s screens after they are first drawn', async ({ page, request }) => {
  const { member, event, day } = await searcher(request)
  await enter(page, 'member@harbour.test')
  const ofMany = await movesOf(page, 412, ['/dashboard', '/profile/shifts', '/events/calendar', '/shifts/open'])
  await page.context().clearCookies()
  await enterAs(page, member.email)
  const own = [`/events/${event}`, `/events/calendar/${day}`, '/profile/shifts']
  const ofOne = { ...(await movesOf(page, 412, ['/dashboard', ...own])), ...(await movesOf(page, 1280, own)) }
  await page.goto(siteUrl('harbour', '/dashboard'))
  await expect(page.getByRole('region', { name: 'You’re looking for cover' })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('All times are London time')
  expect({ ...ofMany, ...ofOne }).toEqual({})
})

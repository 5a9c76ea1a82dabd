import type { Locator, Page } from '@playwright/test'
import { client } from '#tests/e2e/api-client.ts'
import { expectUncut } from '#tests/e2e/cut-texts.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { newClub } from '#tests/e2e/own-club.ts'

const MAX_TAPS = 14
const HOUR = 3_600_000

const at = (hours: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR).toISOString()

/** Four requests that an open shift fits, two registrations, three people who have not replied, a draft and a decision. */
async function monday(request: Parameters<typeof newClub>[0]) {
  const { slug, call, make } = await newClub(request)
  const names = ['Ann Archer', 'Ben Barker', 'Cat Coxswain', 'Dan Deckhand', 'Eve Eastwood', 'Fay Fisher', 'Gus Grey']
  const people = await make(
    'people',
    names.map((name, n) => ({ name, email: `${slug}-${n}@example.org`, is_active: true })),
  )
  const [race = 0, soon = 0, later = 0, decided = 0] = await make('events', [
    { name: 'Autumn race', start: at(240), end: at(244) },
    { name: 'Evening race', start: at(2), end: at(5) },
    { name: 'Winter race', start: at(480), end: at(484) },
    { name: 'Junior squad', start: at(30), end: at(33), minimum: 2, decide_at: at(20) },
  ])
  await make('shifts', [
    ...[1, 2, 3, 4].map(() => ({ event: race, start: at(240), end: at(244) })),
    ...people.slice(4).map((person) => ({ event: soon, person, start: at(2), end: at(5) })),
    { event: later, person: people[0], start: at(480), end: at(484) },
    { event: decided, person: people[1], start: at(30), end: at(33) },
  ])
  for (const event of [race, soon, decided]) await call('PUT', `/api/events/${event}/publish`)
  await call(
    'POST',
    '/api/requests/batch',
    people.slice(0, 4).map((person) => ({ person, event: race, comments: '' })),
  )
  for (const n of [1, 2]) {
    const body = { email: `${slug}-new-${n}@example.org`, name: `Newcomer ${n}`, password: 'tide-table-heron-42' }
    expect((await client(request, slug).call('POST', '/api/register', { body })).status()).toBe(204)
  }
  return slug
}

const panelOf = (page: Page) => page.locator('section[aria-label]').filter({ has: page.locator('[data-thumb]') })

test(`a coordinator answers a Monday’s eleven things in ${MAX_TAPS} taps`, async ({ page, request }) => {
  const slug = await monday(request)
  let taps = 0
  const tap = async (target: Locator) => {
    await target.click()
    taps += 1
  }
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test', slug)
  await page.goto(siteUrl(slug, '/dashboard'))
  await tap(
    page
      .getByRole('region', { name: 'To do' })
      .getByRole('link', { name: /No reply/ })
      .first(),
  )
  const left = page.getByText(/^(\d+ things? to do|All done)$/)
  const panel = panelOf(page)
  const button = (name: RegExp) => panel.getByRole('button', { name }).first()
  const acts: [RegExp, () => Promise<void>][] = [
    [/^Request of /, () => tap(button(/^Assign to /))],
    [/^No reply: /, () => tap(button(/^Coming$/))],
    [/^Decision: /, () => tap(button(/^Go ahead/))],
    [
      /^Registration: /,
      async () => {
        await tap(button(/^Activate /))
        await tap(page.getByRole('dialog').getByRole('button', { name: 'Activate' }))
      },
    ],
    [/^Not published: /, () => tap(button(/^Publish 1 shift/))],
  ]
  await expect(left).toHaveText('11 things to do')
  await expectAccessible(page)
  for (let things = 11; things > 0; things--) {
    await expect(left).toHaveText(things === 1 ? '1 thing to do' : `${things} things to do`)
    const label = (await panel.getAttribute('aria-label')) ?? ''
    const act = acts.find(([of]) => of.test(label))
    expect(act, label).toBeDefined()
    await act![1]()
  }
  await expect(left).toHaveText('All done')
  expect(taps).toBeLessThanOrEqual(MAX_TAPS)
})

test('on a phone an item fills the screen, with its answer at the thumb and the list behind it', async ({
  page,
  request,
}) => {
  const slug = await monday(request)
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test', slug)
  await page.goto(siteUrl(slug, '/todo?kind=silent'))
  const panel = panelOf(page)
  await expect(panel).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Kinds' })).toBeHidden()
  for (const name of ['Coming', /^Can’t come: /]) {
    const { y, height, width } = (await panel.getByRole('button', { name, exact: true }).boundingBox())!
    expect(y).toBeGreaterThan(SIZES.phone.height * 0.75)
    expect(y + height).toBeLessThanOrEqual(SIZES.phone.height)
    expect(width).toBeGreaterThan(150)
  }
  await page.getByRole('link', { name: 'No reply 3' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Kinds' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('listitem').filter({ hasText: 'Fay Fisher' }).getByRole('link').click()
  await expect(page.getByRole('region', { name: 'No reply: Fay Fisher' })).toBeVisible()
  await page.setViewportSize(SIZES.desktop)
  await expect(page.getByRole('listitem').filter({ hasText: 'Fay Fisher' })).toBeVisible()
})

test('each row has the icon of its kind beside the word, also where it shows a person', async ({ page, request }) => {
  const slug = await monday(request)
  await enter(page, 'admin@harbour.test', slug)
  await page.goto(siteUrl(slug, '/todo?view=list'))
  const rows = page.getByRole('listitem').filter({ has: page.locator('time') })
  await expect(rows).toHaveCount(11)
  for (const word of ['Request', 'No reply', 'Decision', 'Registration', 'Not published'])
    await expect(rows.getByText(word, { exact: true }).first().locator('svg')).toBeVisible()
  await expect(rows.locator('small svg')).toHaveCount(11)
  await page.goto(siteUrl(slug, '/dashboard'))
  const card = page.getByRole('region', { name: 'To do' })
  await expect(card.getByText('No reply', { exact: true }).first().locator('svg')).toBeVisible()
})

test('a decision is made at the thumb or with a key, and taken back', async ({ page, request }) => {
  const slug = await monday(request)
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test', slug)
  await page.goto(siteUrl(slug, '/todo?kind=decide'))
  const panel = panelOf(page)
  await expect(panel).toContainText(/Decide by .+, in .+/)
  for (const name of [/^Go ahead/, /^Call off…/]) {
    const { y, height } = (await panel.locator('[data-thumb]').getByRole('button', { name }).boundingBox())!
    expect(y).toBeGreaterThan(SIZES.phone.height * 0.75)
    expect(y + height).toBeLessThanOrEqual(SIZES.phone.height)
  }
  await expectAccessible(page)
  await panel.getByRole('button', { name: /^Call off…/ }).click()
  await expect(page.getByRole('dialog', { name: 'Call off Junior squad?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize(SIZES.desktop)
  await expectAccessible(page)
  await expect(panel).toContainText('A or Enter go ahead')
  for (const key of ['a', 'Enter']) {
    await page.keyboard.press(key)
    await expect(page.getByText('Junior squad goes ahead.')).toBeVisible()
    await expect(panel).toHaveCount(0)
    await page.keyboard.press('u')
    await expect(page.getByText('Change undone.')).toBeVisible()
    await expect(panel).toBeVisible()
  }
})

test('an unpublished event names the few people whom it notifies, and a key publishes it', async ({
  page,
  request,
}) => {
  const slug = await monday(request)
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test', slug)
  await page.goto(siteUrl(slug, '/todo?kind=draft'))
  const panel = panelOf(page)
  const publish = panel.getByRole('button', { name: /^Publish 1 shift/ })
  await expect(publish).toHaveAccessibleDescription('Notifies Ann Archer by email.')
  const { y, height } = (await publish.boundingBox())!
  expect(y).toBeGreaterThan(SIZES.phone.height * 0.7)
  expect(y + height).toBeLessThanOrEqual(SIZES.phone.height)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Preview or schedule' }).click()
  await expect(page.getByRole('dialog', { name: 'Publish 1 shift, tell 1 person' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize(SIZES.desktop)
  await expectAccessible(page)
  await expect(panel).toContainText('A or Enter publish')
  for (const key of ['a', 'Enter']) {
    await expect(publish).toBeEnabled()
    await page.keyboard.press(key)
    await expect(page.getByText('1 shift is published. Ann Archer will be notified.')).toBeVisible()
    await expect(panel).toHaveCount(0)
    await page.keyboard.press('u')
    await expect(page.getByText('Change undone.')).toBeVisible()
  }
})

test('on a phone the button of a publication that notifies many shows all its words', async ({ page, request }) => {
  const { slug, make } = await newClub(request)
  const people = await make(
    'people',
    [1, 2, 3, 4].map((n) => ({ name: `Person ${n}`, email: `${slug}-${n}@example.org`, is_active: true })),
  )
  const [event] = await make('events', [{ name: 'Winter race', start: at(480), end: at(484) }])
  await make(
    'shifts',
    people.map((person) => ({ event, person, start: at(480), end: at(484) })),
  )
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test', slug)
  await page.goto(siteUrl(slug, '/todo?kind=draft'))
  const publish = panelOf(page).getByRole('button', { name: 'Publish 4 shifts tells 4 people' })
  await expect(publish).toBeInViewport({ ratio: 1 })
  await expectUncut(page)
})

test('cover is asked for where no one has been asked, and taken back', async ({ page, request }) => {
  const { slug, call, make } = await newClub(request)
  const [person] = await make('people', [{ name: 'Ann Archer', email: `${slug}-a@example.org`, is_active: true }])
  const [event = 0] = await make('events', [{ name: 'Autumn race', start: at(240), end: at(244) }])
  const [shift] = await make('shifts', [{ event, person, start: at(240), end: at(244) }])
  await call('PUT', `/api/events/${event}/publish`)
  await call('PUT', `/api/shifts/${shift}/answer`, { answer: 'declined', cover: false })
  await enter(page, 'admin@harbour.test', slug)
  await page.goto(siteUrl(slug, '/todo?kind=gap'))
  const panel = panelOf(page)
  await expect(panel).toContainText('no one has been asked to cover')
  for (const size of [SIZES.phone, SIZES.desktop]) {
    await page.setViewportSize(size)
    await expectAccessible(page)
  }
  await panel.getByRole('button', { name: 'Find cover' }).click()
  await expect(page.getByText('We’re looking for cover for Ann Archer.')).toBeVisible()
  const searches = async () => {
    const { order, results } = await call('GET', '/api/covers/')
    return order.map((id: number) => results.covers[id].state)
  }
  expect(await searches()).toEqual(['searching'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Change undone.')).toBeVisible()
  expect(await searches()).toEqual(['stopped'])
})

import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { client, freshMember, login, removeRecord } from '#tests/e2e/api-client.ts'
import { setClock } from '#tests/e2e/dev-clock.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'

const run = randomUUID().slice(0, 8)
const ZONE = 'Australia/Sydney'
const today = Temporal.Now.plainDateISO(ZONE)
/** Instants on the wall clock of the ridge site, by its days. */
const at = (days: number, plainTime = '10:00') =>
  today.add({ days }).toZonedDateTime({ timeZone: ZONE, plainTime }).toInstant().toString()
const watch = (days: number) => ({ start: at(days), end: at(days, '12:00') })

test.beforeEach(async ({ request }) => setClock(request, at(0, '12:00')))
test.afterEach(async ({ request }) => setClock(request, null))

async function coordinator(request: APIRequestContext) {
  const admin = client(request, 'ridge', (await login(request, 'admin@ridge.test', 'ridge')).access)
  return {
    make: async (collection: string, body: object[]) => {
      const answer = await admin.call('POST', `/api/${collection}/`, { body })
      expect(answer.status(), await answer.text()).toBe(201)
      return ((await answer.json()) as { order: number[] }).order
    },
    remove: async (collection: string, ids: (number | undefined)[]) => {
      // A page that still marks requests as seen locks their rows; the 409 passes, so try again.
      for (const id of ids) await expect.poll(() => removeRecord(admin, collection, id)).toBe(204)
    },
    call: async (method: string, path: string, body: unknown) => {
      const answer = await admin.call(method, path, { body })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
  }
}

const open = async (page: Page, path: string, heading: string | RegExp) => {
  await page.goto(siteUrl('ridge', path))
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

const limitOf = (inside: Locator) =>
  inside.evaluate((at) => {
    let box: Element | null = at
    while (box && getComputedStyle(box).maxHeight === 'none') box = box.parentElement
    return box ? [getComputedStyle(box).maxHeight, box.clientHeight, box.scrollHeight] : []
  })

test('an admin’s dashboard shows twenty waiting requests with comments, unpublished events and news settings', async ({
  page,
  request,
}) => {
  test.slow()
  const admin = await coordinator(request)
  // It started before every other event, including those of aborted runs, and has not ended, so its requests come
  // first.
  const since = -30 - (Math.floor(Date.now() / 10_000) % 10_000)
  const [event] = await admin.make('events', [{ name: `Long watch ${run}`, start: at(since), end: at(2) }])
  const people = await admin.make(
    'people',
    Array.from({ length: 21 }, (_, n) => ({
      name: `Asker ${String(n + 1).padStart(2, '0')} ${run}`,
      email: `asker-${n}-${run}@dashboard.test`,
      role: 'user',
      is_active: true,
    })),
  )
  for (const [n, person] of people.entries())
    await admin.call('POST', '/api/requests/batch', [
      { person, event, comments: n === 0 ? 'Only the first hour.' : '' },
    ])
  await admin.make('shifts', [{ event }, { event }])
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@ridge.test', 'ridge')
  await open(page, '/dashboard', /\w+day \d/)

  const requests = page.getByRole('region', { name: 'Pending Shift Requests' }).first()
  await expect(requests).toContainText('These are the first 20 outstanding shift requests.')
  await expect(requests).toHaveAttribute('data-tone', 'amber')
  await expect(requests.getByRole('link', { name: new RegExp(`^Long watch ${run}`) })).toHaveCount(20)
  await expect(requests.getByText(`Asker 21 ${run}`)).toHaveCount(0)
  await expect(requests.getByRole('link', { name: `Asker 01 ${run}`, exact: true })).toHaveAttribute(
    'href',
    `/people/${people[0]}/info`,
  )
  await expect(requests.getByRole('link', { name: new RegExp(`^Long watch ${run}`) }).first()).toHaveAttribute(
    'href',
    `/events/${event}/shifts`,
  )
  await expect(requests.getByRole('link', { name: 'See all' })).toHaveAttribute('href', '/todo?kind=request')
  await expect(requests.getByRole('link', { name: new RegExp(`^Assign Asker 01 ${run}`) })).toHaveAttribute(
    'href',
    /^\/todo\?item=request-\d+$/,
  )
  const comment = requests.getByRole('button', { name: /^Comment/ })
  await expect(comment).toHaveCount(1)
  await expect(comment).toHaveText('“Only the first hour.”')
  await comment.focus()
  await expect(page.getByRole('tooltip')).toHaveText('Only the first hour.')
  const [limit, height, inside] = await limitOf(requests.getByRole('link', { name: `Asker 01 ${run}`, exact: true }))
  expect(limit).toBe('500px')
  expect(Number(height)).toBeLessThanOrEqual(500)
  expect(Number(inside)).toBeGreaterThan(500)
  const registrations = page.getByRole('region', { name: 'New Registrations' })
  expect((await limitOf(registrations.getByRole('button', { name: /^Activate/ }).first()))[0]).toBe('500px')

  const unpublished = page.getByRole('region', { name: 'Unpublished Shifts' })
  await expect(unpublished).toContainText(
    'These shifts have been saved but not published. They are not generally visible, and no reminder emails are generated until they are.',
  )
  await expect(unpublished).toHaveAttribute('data-tone', 'red')
  const row = unpublished.getByRole('link', { name: new RegExp(`Long watch ${run}`) })
  await expect(unpublished).toContainText('2 unpublished')
  await expect(row).toHaveAttribute('href', `/events/${event}/shifts`)

  const coming = page.getByRole('region', { name: 'Upcoming Events' })
  await expect(coming.getByRole('link', { name: 'See more..' })).toHaveAttribute('href', '/events/calendar')
  await expect(coming.getByRole('link', { name: new RegExp(`Long watch ${run}`) })).toHaveAttribute(
    'href',
    `/events/${event}/shifts`,
  )
  await expect(page.getByRole('link', { name: 'Edit news' })).toHaveAttribute('href', '/news')
  await expectAccessible(page)

  // In To do single keys move, decline and assign; they can be switched off (WCAG 2.1.4).
  await requests.getByRole('link', { name: /^See all/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'To do' })).toBeVisible()
  const of = (n: string) => page.getByRole('region', { name: `Request of Asker ${n} ${run}` })
  await expect(of('01')).toContainText('Keys: J next, K previous, S later, A or Enter assign, D decline, U undo.')
  await page.keyboard.press('j')
  await expect(of('02')).toBeVisible()
  await page.keyboard.press('k')
  await expect(of('01')).toBeVisible()
  await of('01').getByRole('button', { name: 'Turn them off' }).click()
  await page.keyboard.press('d')
  await expect(of('01')).toContainText('Keyboard shortcuts are off on this page.')
  await expect(of('01').getByRole('textbox', { name: 'Reason' })).toBeHidden()
  await of('01').getByRole('button', { name: 'Turn them on' }).click()
  await page.keyboard.press('d')
  await expect(of('01').getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('ajk')
  await expect(of('01').getByRole('textbox', { name: 'Reason' })).toHaveValue('ajk')
  await of('01').getByRole('button', { name: 'Back' }).click()
  await expectAccessible(page)
  await expect(of('01').getByRole('button', { name: 'Assign to No assignment' })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(page.getByText(`Asker 01 ${run} is on the shift.`)).toBeVisible()
  await expect(of('02')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await admin.remove('events', [event])
  await admin.remove('people', people)
})

test('a member takes an open shift and finds it on the dashboard, without anything for admins', async ({
  page,
  request,
}) => {
  test.slow()
  const admin = await coordinator(request)
  const me = await freshMember(request, 'ridge')
  await admin.call('PUT', '/api/organisations/current', { self_assign: true })
  const [role] = await admin.make('roles', [{ name: `Spotter ${run}` }])
  const [assignment] = await admin.make('assignments', [{ name: `Lookout ${run}` }])
  const [location] = await admin.make('locations', [{ name: `North tower ${run}` }])
  const [first, second] = await admin.make('events', [
    { name: `First watch ${run}`, location, ...watch(3) },
    { name: `Second watch ${run}`, location, ...watch(5) },
  ])
  const draft = at(-1)
  await admin.make('shifts', [
    { event: first, role, assignment, location, ...watch(3), draft },
    { event: second, role, assignment, location, ...watch(5), draft, person: me.id },
  ])
  await page.setViewportSize(SIZES.phone)
  await enter(page, me.email, 'ridge')
  await open(page, `/events/${first}`, `First watch ${run}`)
  const part = page.getByRole('region', { name: 'Your part' })
  await expect(part.getByText(`Lookout ${run} · Spotter ${run} is yours straight away.`)).toBeVisible()
  await expect(part.getByRole('radio', { name: 'Ask for another part' })).toBeVisible()
  await part.getByRole('button', { name: 'Count me in' }).click()
  await expect(part).toContainText(`Lookout ${run} · Spotter ${run}`)
  await expect(page.getByRole('button', { name: 'Count me in' })).toHaveCount(0)
  await expectAccessible(page)

  await open(page, '/dashboard', /\w+day \d/)
  const mine = page.getByRole('region', { name: 'Upcoming Shifts' })
  await expect(mine).toHaveAttribute('data-tone', 'green')
  await expect(mine).toContainText('Next, in 3 days')
  await expect(mine).toContainText('10:00')
  for (const words of [`Lookout ${run} · Spotter ${run}`, `North tower ${run}`])
    await expect(mine.getByText(words).first()).toBeVisible()
  await expect(mine.getByRole('link', { name: `First watch ${run}` })).toHaveAttribute('href', `/events/${first}`)
  const later = mine.getByRole('link', { name: new RegExp(`Second watch ${run}`) })
  for (const words of ['in 5 days', '10:00', `Lookout ${run} · Spotter ${run} · North tower ${run}`])
    await expect(later).toContainText(words)
  await expect(later.getByRole('time')).toHaveAttribute('datetime', today.add({ days: 5 }).toString())
  await expect(later).toHaveAttribute('href', `/events/${second}`)

  await expect(page.getByRole('region', { name: 'Upcoming Events' })).toBeVisible()
  for (const name of ['Unpublished Shifts', 'New Registrations'])
    await expect(page.getByRole('region', { name })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Pending Shift Requests' })).toHaveText(/No requests yet\.$/)
  for (const name of ['Edit news', 'Add event']) await expect(page.getByRole('link', { name })).toHaveCount(0)
  await expectAccessible(page)
  await admin.call('PUT', '/api/organisations/current', { self_assign: false })
  await admin.remove('events', [first, second])
  await admin.remove('roles', [role])
  await admin.remove('assignments', [assignment])
  await admin.remove('locations', [location])
  await admin.remove('people', [me.id])
})

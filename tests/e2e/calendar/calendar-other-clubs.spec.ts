import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { createExternalCalendars } from '#server/calendar/external/read.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createPublicFetch } from '#server/engine/kernel/public-fetch.ts'
import { createParsers } from '#server/engine/parsing/parsers.ts'
import { client, login } from '#tests/e2e/api-client.ts'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { enterAs, newMember } from '#tests/e2e/own-member.ts'

/** A time zone half a world away, where the date differs: the pages must show the site's days. */
test.use({ timezoneId: 'Pacific/Auckland' })

/**
 * Another club's server with both kinds of calendar, and the product's own reader. Its rule against private addresses,
 * tested elsewhere, is lifted for this one port.
 */
async function otherClub() {
  const server = createServer((asked, response) =>
    asked.url?.startsWith('/calendar.ics?start=')
      ? response
          .setHeader('content-type', 'text/calendar')
          .end(
            [
              'BEGIN:VCALENDAR',
              'VERSION:2.0',
              'PRODID:-//Skiff Club//EN',
              'X-WR-CALNAME:Skiff Club',
              'BEGIN:VEVENT',
              'UID:supper@skiffs.test',
              'DTSTAMP:20280101T000000Z',
              'DTSTART:20280512T080000Z',
              'DTEND:20280512T110000Z',
              'SUMMARY:Regatta supper',
              'END:VEVENT',
              'END:VCALENDAR',
              '',
            ].join('\r\n'),
          )
      : response.setHeader('content-type', 'application/json').end(
          JSON.stringify({
            results: {
              events: {
                '1': {
                  id: 1,
                  name: 'Head of the river',
                  start: '2028-05-06T09:00:00.000Z',
                  end: '2028-05-06T12:00:00.000Z',
                  organisation: 'Tideway Rowers',
                  event_url: 'https://rowers.example/head',
                },
              },
            },
            order: [1],
            count: 1,
          }),
        ),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const fetch = createPublicFetch({ timeoutMs: 5_000, maxBytes: 1_048_576, isPublic: () => true, ports: [port] })
  const log = createLog({ level: 'silent' })
  const parsers = createParsers({ file: path.resolve('build', 'parsing-thread.js'), threads: 1, log })
  const read = createExternalCalendars({ fetch, parsers, clock: createClock(), log })
  const stop = async () => {
    server.close()
    await parsers.stop()
  }
  return { origin: `http://127.0.0.1:${port}`, read, stop }
}

/** The relative luminance of a colour by WCAG. @param parts red, green and blue, 0 to 255 */
const luminance = (parts: number[]) => {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const changeSite = async (request: APIRequestContext, body: object) => {
  const admin = client(request, 'ridge', (await login(request, 'admin@ridge.test', 'ridge')).access)
  expect((await admin.call('PUT', '/api/organisations/current', { body })).status()).toBe(200)
}

test('a failing calendar of another club is named to admins only, until they hide it', async ({ page, request }) => {
  const set = (allowed_external_calendars: string) => changeSite(request, { allowed_external_calendars })
  await set('')
  await enterAs(page, (await newMember(request, 'ridge')).email, { slug: 'ridge' })
  await page.goto(siteUrl('ridge', '/events/calendar'))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /External calendars/ })).toHaveCount(0)
  // IP addresses, since the time to fail at an unknown name depends on an outside server.
  await set('https://10.1.2.3/api?ids=1,2 , https://10.4.5.6/calendar.ics,')
  await page.goto(siteUrl('ridge', '/events/calendar'))
  const chooser = page.getByRole('button', { name: 'External calendars (2)' })
  const problem = (host: string) => page.getByText(`${host}: Its host is not on the public internet.`)
  await expect(chooser).toBeVisible()
  const answer = await page.evaluate(async () =>
    (await fetch('/events/calendar/external?start=2028-05-01&end=2028-05-31')).json(),
  )
  expect(answer).toEqual({ events: [], names: {}, problems: [] })
  await expect(problem('10.1.2.3')).toHaveCount(0)
  await enter(page, 'admin@ridge.test', 'ridge')
  await page.goto(siteUrl('ridge', '/events/calendar'))
  await expect(problem('10.1.2.3')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await chooser.click()
  await page.getByRole('checkbox', { name: '10.1.2.3' }).uncheck()
  await expect(page.getByRole('button', { name: 'External calendars (1)' })).toBeVisible()
  await page.reload()
  await expect(problem('10.4.5.6')).toBeVisible()
  await expect(problem('10.1.2.3')).toHaveCount(0)
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(problem('10.4.5.6')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'External calendars (1)' })).toBeVisible()
  await expect(problem('10.4.5.6')).toHaveCount(0)
  await page.getByRole('button', { name: 'External calendars (1)' }).click()
  await page.getByRole('checkbox', { name: '10.1.2.3' }).check()
  await set('')
})

test('another club’s event is grey and opens a dialog with a link, also for an admin', async ({ page, request }) => {
  const set = (allowed_external_calendars: string) => changeSite(request, { allowed_external_calendars })
  const club = await otherClub()
  await set(`${club.origin}/api/events/public,${club.origin}/calendar.ics`)
  await page.route('**/events/calendar/external?*', async (route) => {
    const asked = new URL(route.request().url()).searchParams
    const window = { from: new Date(asked.get('start')!), to: new Date(asked.get('end')!) }
    const addresses = [`${club.origin}/api/events/public`, `${club.origin}/calendar.ics`]
    await route.fulfill({ json: await club.read(addresses, { window, zone: 'Australia/Sydney' }, 1) })
  })
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@ridge.test', 'ridge')
  await page.goto(siteUrl('ridge', '/events/calendar?month=2028-05'))
  await expect(page.getByRole('button', { name: /External, .*: .*Regatta supper/ })).toBeVisible()
  const entry = page.getByRole('button', { name: /External, Tideway Rowers: .*Head of the river/ })
  // Grey: its three parts are nearly equal, it is paler than the text, and still readable (at least 4.5:1).
  const [grey, text, ground] = await entry.evaluate((at) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
    const parts = (colour: string) => {
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const style = getComputedStyle(document.documentElement)
    return [
      getComputedStyle(at).color,
      getComputedStyle(document.body).color,
      style.getPropertyValue('--wb-surface'),
    ].map(parts)
  })
  expect(Math.max(...grey!) - Math.min(...grey!)).toBeLessThanOrEqual(48)
  expect(luminance(grey!)).toBeGreaterThan(luminance(text!))
  expect((luminance(ground!) + 0.05) / (luminance(grey!) + 0.05)).toBeGreaterThanOrEqual(4.5)
  await entry.click()
  const dialog = page.getByRole('dialog')
  for (const text of ['Tideway Rowers', 'Head of the river', 'Sat 6 May 2028']) await expect(dialog).toContainText(text)
  await expect(dialog.getByRole('link', { name: 'Go to Site' })).toHaveAttribute('href', 'https://rowers.example/head')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.goto(siteUrl('ridge', '/events/calendar/2028-05-06'))
  const card = page.getByRole('article').filter({ hasText: 'Head of the river' })
  await expect(card.getByText('Tideway Rowers')).toBeVisible()
  expect(await card.getAttribute('style')).toBeNull()
  await card.getByRole('button', { name: 'Show' }).click()
  await expect(dialog.getByRole('link', { name: 'Go to Site' })).toBeVisible()
  await page.goto(siteUrl('ridge', '/events/calendar?month=2028-05'))
  await expect(entry).toBeVisible()
  await page.getByRole('button', { name: 'External calendars (2)' }).click()
  await expect(page.getByRole('checkbox', { name: 'Tideway Rowers' })).toBeChecked()
  await expectAccessible(page)
  await set('')
  await club.stop()
})

test('only the club’s own website can frame the public calendar, without cookies and with little data', async ({
  browser,
  request,
}) => {
  const set = (embed_origins: string[]) => changeSite(request, { embed_origins })
  const club = createServer((_request, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<!doctype html><title>Club</title><iframe src="${siteUrl('ridge', '/events/public')}" width="1000" height="900"></iframe>`,
      ),
  )
  await new Promise<void>((listening) => club.listen(0, '127.0.0.1', listening))
  const { port } = club.address() as AddressInfo
  await set([`http://club.localhost:${port}`])
  const context = await browser.newContext({ timezoneId: 'Pacific/Auckland' })
  const page = await context.newPage()
  let [requests, bytes, document] = [0, 0, 0]
  page.on('requestfinished', async (finished) => {
    if (finished.url().includes('club.localhost')) return
    const { responseBodySize } = await finished.sizes()
    requests += 1
    bytes += responseBodySize
    if (finished.resourceType() === 'document') document = Math.max(document, responseBodySize)
  })
  await page.goto(`http://club.localhost:${port}/`)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(frame.getByRole('banner')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  console.log(
    `public calendar in a frame: ${requests} requests, ${(bytes / 1024).toFixed(1)} kB in all, page ${(document / 1024).toFixed(1)} kB, no script`,
  )
  expect(bytes).toBeLessThan(130 * 1024)
  await frame.getByRole('link', { name: /Next month/ }).click()
  await expect(frame.getByRole('banner')).toHaveCount(0)
  expect(await context.cookies()).toEqual([])
  await page.goto(`http://stranger.localhost:${port}/`)
  await expect(frame.getByRole('heading', { level: 1 })).toHaveCount(0)
  await context.close()
  club.close()
  await set([])
})

import { client, login, removeRecord } from '#tests/e2e/api-client.ts'
import { expect, expectAccessible, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'

const LONG = 'Regatta of the Friends of the Harbour, with </script> prizes & a very long name indeed'

test('a visitor opens an entry of the public calendar, with metadata for search engines and a sign-up link', async ({
  page,
  request,
}) => {
  const admin = client(request, 'harbour', (await login(request, 'admin@harbour.test')).access)
  const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 11)
  const made = await admin.call('POST', '/api/events/', {
    body: [{ name: LONG, start: `${start}10:00:00Z`, end: `${start}12:00:00Z`, details: 'For members only' }],
  })
  const [id] = ((await made.json()) as { order: number[] }).order
  try {
    await page.setViewportSize(SIZES.phone)
    await page.goto(siteUrl('harbour', `/events/public?month=${start.slice(0, 7)}`))
    await page.getByRole('link', { name: LONG }).first().click()
    await page.waitForURL(`**/events/public/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible()
    await expect(page.getByText('London time')).toBeVisible()
    await expect(page.getByText('For members only')).toHaveCount(0)
    for (const size of Object.values(SIZES)) {
      await page.setViewportSize(size)
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    }
    const html = await (await client(request, 'harbour').call('GET', `/events/public/${id}`)).text()
    const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Event', name: LONG, startDate: `${start}10:00:00.000Z` })
    await page.getByRole('link', { name: 'Sign in to take part' }).click()
    await page.waitForURL(`**/hello?next=${encodeURIComponent(`/events/${id}`)}`)
  } finally {
    await removeRecord(admin, 'events', id)
  }
})

import { expect, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { newClub } from '#tests/e2e/own-club.ts'
import { enterAs, newMember } from '#tests/e2e/own-member.ts'

const at = (days: number, hours = 0) => new Date(Date.now() + (24 * days + hours) * 3_600_000).toISOString()

test('a member’s dashboard lists shifts that need help by date, with the verb and without counts', async ({
  page,
  request,
}) => {
  const { slug, call, make } = await newClub(request)
  const me = await newMember(request, slug, {}, 'admin@harbour.test')
  const [assignment] = await make('assignments', [{ name: 'Rescue boat' }])
  const days = [9, 2]
  const events = await make(
    'events',
    days.map((day) => ({ name: `Race in ${day} days`, start: at(day), end: at(day, 4) })),
  )
  await make(
    'shifts',
    days.map((day, n) => ({ event: events[n], assignment, start: at(day), end: at(day, 4), draft: at(-1) })),
  )
  await enterAs(page, me.email, { slug })
  const rows = page.getByRole('region', { name: 'Help needed' }).getByRole('link', { name: /Rescue boat/ })
  const expectRows = async (...verbs: string[]) => {
    await page.goto(siteUrl(slug, '/dashboard'))
    await expect(rows).toHaveText(
      ['Race in 2 days', 'Race in 9 days'].map((name, n) => new RegExp(`${name}${verbs[n]}$`)),
    )
  }
  await expectRows('Ask for it', 'Ask for it')
  await call('POST', '/api/requests/', [{ event: events[0], person: me.id }])
  await call('PUT', '/api/organisations/current', { self_assign: true })
  await page.goto(siteUrl(slug, '/dashboard'))
  await expect(rows).toHaveText([/Race in 2 daysTake it$/])
})

import { expect, siteUrl } from '../fixtures.ts'
import { enterAs, expectSoundAtEachSize, newMember } from '../own-member.ts'
import { save, test } from '../roster-pages.ts'

test('a person whom the contact’s text names is proposed, and notified once chosen', async ({
  page,
  guest,
  request,
  roster,
}) => {
  await page.goto(siteUrl('harbour', `/events/${roster.event}/edit`))
  await page.getByText('More', { exact: true }).click()
  const text = page.getByLabel('Contact')
  const proposal = page.getByRole('button', { name: /^Choose / })
  await text.fill(`${roster.ann}, 07700 900123`)
  await expect(proposal).toHaveText(`Choose ${roster.ann}`)
  await expectSoundAtEachSize(page)
  // No one is called that.
  const searched = page.waitForResponse(/\/api\/people\?search=Roster/)
  await text.fill('Roster Office')
  await searched
  await expect(proposal).toHaveCount(0)
  await text.fill(`${roster.ann}, 07700 900123`)
  await proposal.click()
  await expect(proposal).toHaveCount(0)
  await save(page)
  await page.goto(siteUrl('harbour', `/events/${roster.event}`))
  await expect(page.getByText(`Contact: ${roster.ann}, 07700 900123`)).toBeVisible()
  await expect(page.getByText(`Also notified: ${roster.ann}`)).toBeVisible()
  await expectSoundAtEachSize(page)

  const member = await newMember(request)
  await enterAs(guest, member.email)
  await guest.goto(siteUrl('harbour', `/events/${roster.event}`))
  await expect(guest.getByText(`Contact: ${roster.ann}, 07700 900123`)).toBeVisible()
  await expect(guest.getByText(/notified/)).toHaveCount(0)
})

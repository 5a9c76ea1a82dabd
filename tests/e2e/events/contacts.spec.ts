import { expect, siteUrl } from '../fixtures.ts'
import { enterAs, expectSoundAtEachSize, newMember } from '../own-member.ts'
import { save, test } from '../roster-pages.ts'

test('a person whom the contact’s text names is proposed, and notified once chosen', async ({
  page,
  guest,
  request,
  roster,
}) => {
  // Words end at a number, so that a phone number beside them is no part of the name.
  const name = `Ottoline ${Date.now()
    .toString(36)
    .replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}`
  await newMember(request, 'harbour', { name })
  await page.goto(siteUrl('harbour', `/events/${roster.event}/edit`))
  await page.getByText('More', { exact: true }).click()
  const text = page.getByLabel('Contact')
  const proposal = page.getByRole('button', { name: /^Choose / })
  await text.fill(`${name}, 07700 900123`)
  await expect(proposal).toHaveText(`Choose ${name}`)
  await expectSoundAtEachSize(page)
  // No one is called that.
  const searched = page.waitForResponse(/\/api\/people\?search=Roster/)
  await text.fill('Roster Office')
  await searched
  await expect(proposal).toHaveCount(0)
  await text.fill(`${name}, 07700 900123`)
  await proposal.click()
  await expect(proposal).toHaveCount(0)
  await save(page)
  await page.goto(siteUrl('harbour', `/events/${roster.event}`))
  await expect(page.getByText(`Contact: ${name}, 07700 900123`)).toBeVisible()
  await expect(page.getByText(`Also notified: ${name}`)).toBeVisible()
  await expectSoundAtEachSize(page)

  const member = await newMember(request)
  await enterAs(guest, member.email)
  await guest.goto(siteUrl('harbour', `/events/${roster.event}`))
  await expect(guest.getByText(`Contact: ${name}, 07700 900123`)).toBeVisible()
  await expect(guest.getByText(/notified/)).toHaveCount(0)
})

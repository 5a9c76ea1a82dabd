import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize, newMember, OWN_PASSWORD } from '#tests/e2e/own-member.ts'

const CLUB = 'ridge'

test('an admin finds pending approvals in To do, and approves from there', async ({ page, request }) => {
  const [ann, ben] = [await newMember(request, CLUB), await newMember(request, CLUB, { name: 'Benedikt Zhang' })]
  const admin = client(request, CLUB, ann.admin)
  const made = async (collection: string, fields: object): Promise<number> =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [fields] })).json()).order[0]
  const as = async ({ email }: { email: string }) => {
    const body = { email, password: OWN_PASSWORD }
    const entered = await client(request, CLUB).call('POST', '/api/auth/login', { body })
    return client(request, CLUB, (await entered.json()).access)
  }
  const approve = (approve_swaps: boolean) =>
    admin.call('PUT', '/api/organisations/current', { body: { approve_swaps } })
  const name = `Patrol ${Date.now().toString(36)}`
  const times = { start: '2031-03-04T09:00:00Z', end: '2031-03-04T16:00:00Z' }
  const shift = await made('shifts', { event: await made('events', { name, ...times }), person: ann.id, ...times })
  expect((await admin.call('PUT', `/api/shifts/${shift}/publish`)).status()).toBe(200)
  try {
    expect((await approve(true)).status()).toBe(200)
    const asked = await (await as(ann)).call('POST', '/api/swaps', { body: { shift, kind: 'hand_over', to: ben.id } })
    const { id } = await asked.json()
    expect(await (await (await as(ben)).call('PUT', `/api/swaps/${id}/accept`)).json()).toMatchObject({
      awaits_approval: true,
    })
    await enter(page, `admin@${CLUB}.test`, CLUB)
    await page.setViewportSize(SIZES.phone)
    const item = page.getByRole('region', { name: 'To do' }).getByRole('link', { name: /Swap to approve/ })
    await page.goto(siteUrl(CLUB, '/todo?kind=swap&view=list'))
    await page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
    await expectSoundAtEachSize(page)
    const panel = page.getByRole('region', { name: /^Swap to approve: / })
    await expect(panel).toContainText(`${ann.name} → Benedikt Zhang`)
    const answer = async (button: string, said: string) => {
      await panel.getByRole('button', { name: button }).click()
      await expect(page.getByText(said)).toBeVisible()
      await expect(panel).toHaveCount(0)
    }
    const approved = 'The swap is approved, and the shifts have moved.'
    await answer('Decline swap', 'The swap is declined. Nothing has moved.')
    await page.keyboard.press('u')
    await expect(page.getByText('Change undone.')).toBeVisible()
    await page.goto(siteUrl(CLUB, '/todo?kind=swap'))
    await answer('Approve swap', approved)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('Change undone.')).toBeVisible()
    await page.goto(siteUrl(CLUB, '/todo?kind=swap'))
    await answer('Approve swap', approved)
    await page.goto(siteUrl(CLUB, '/dashboard'))
    await expect(item).toHaveCount(0)
  } finally {
    await approve(false)
  }
})

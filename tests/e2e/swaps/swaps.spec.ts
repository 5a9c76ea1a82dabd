import { client } from '#tests/e2e/api-client.ts'
import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { enterAs, expectSound, newMember, OWN_PASSWORD } from '#tests/e2e/own-member.ts'

test('two members find each other by their offers, and a hand-over is declined', async ({ page, request }) => {
  const [ann, bea] = [await newMember(request), await newMember(request, 'harbour', { name: 'Beatrix Adeyemi-Zhang' })]
  const admin = client(request, 'harbour', ann.admin)
  const made = async (collection: string, fields: object): Promise<number> =>
    (await (await admin.call('POST', `/api/${collection}/`, { body: [fields] })).json()).order[0]
  const shiftOn = async (day: string, person: number) => {
    const times = { start: `${day}T09:00:00Z`, end: `${day}T16:00:00Z` }
    const event = await made('events', { name: `Swap ${day} ${person}`, ...times })
    const shift = await made('shifts', { event, person, ...times })
    expect((await admin.call('PUT', `/api/shifts/${shift}/publish`)).status()).toBe(200)
    return { shift, name: `Swap ${day} ${person}` }
  }
  const [mine, hers] = [await shiftOn('2031-02-04', ann.id), await shiftOn('2031-02-08', bea.id)]
  const signedIn = async (email: string) => {
    const body = { email, password: OWN_PASSWORD }
    const entered = await client(request, 'harbour').call('POST', '/api/auth/login', { body })
    return client(request, 'harbour', (await entered.json()).access)
  }
  const asBea = await signedIn(bea.email)
  const offered = await asBea.call('POST', '/api/swaps', {
    body: { shift: hers.shift, kind: 'offer', wants: { shifts: [mine.shift] } },
  })
  expect(offered.status()).toBe(201)

  await page.setViewportSize(SIZES.phone)
  await enterAs(page, ann.email)
  await page.goto(siteUrl('harbour', '/profile/shifts'))
  await page.getByLabel(new RegExp(`^Actions: ${mine.name}`)).click()
  await page.getByRole('link', { name: `Swap or hand over ${mine.name}` }).click()
  await expect(page.getByRole('heading', { name: 'Give a shift away' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Anything that suits me' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Only some shifts' }).click()
  await page.getByRole('button', { name: 'Sat', exact: true }).click()
  await expect(page.getByLabel(new RegExp(hers.name))).toBeChecked()
  await expect(page.getByText('A swap is possible now, with Beatrix')).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: 'Offer Tue 4 Feb' }).click()
  const card = page.getByRole('region', { name: 'A swap for you' })
  await expect(card.getByText('You give')).toBeVisible()
  await expectSound(page)
  await page.setViewportSize(SIZES.desktop)
  await expectSound(page)
  const { id } = await offered.json()
  expect((await asBea.call('PUT', `/api/swaps/${id}/accept`)).status()).toBe(200)
  await page.goto(siteUrl('harbour', '/dashboard'))
  const questions = page.getByRole('region', { name: 'Needs your answer' })
  await expect(questions.getByText('A swap is possible')).toBeVisible()
  await expect(questions.getByText(/^You give Tue 4 Feb 2031/)).toBeVisible()
  await expectSound(page)
  await questions.getByRole('button', { name: /^Swap: / }).click()
  await expect(questions.getByText('You said yes.')).toBeVisible()
  await page.goto(siteUrl('harbour', '/swaps'))
  await expect(page.getByRole('region', { name: 'Swapped' }).getByText('You have')).toBeVisible()
  await expectSound(page)

  // Ann asks Beatrix to take back the shift that Ann has now.
  await page.goto(siteUrl('harbour', `/swaps/new?shift=${hers.shift}&kind=swap`))
  await expect(page.getByText(mine.name)).toBeVisible()
  await expectSound(page)
  const handOver = page.getByRole('link', { name: 'Hand over', exact: true })
  await handOver.click()
  // The tab left has a field of the same name.
  await expect(handOver).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('Find someone').fill('beatrix')
  await page.getByLabel('Beatrix Adeyemi-Zhang').check()
  await page.getByLabel('Message to the person you’re asking').fill('My sister’s wedding')
  await expectSound(page)
  await page.getByRole('button', { name: 'Ask Beatrix Adeyemi-Zhang to take Sat 8 Feb' }).click()
  await expect(page.getByText('Waiting for an answer. Still yours.')).toBeVisible()

  await page.context().clearCookies()
  await enterAs(page, bea.email)
  await page.goto(siteUrl('harbour', '/swaps'))
  const asked = page.getByRole('region', { name: 'Can you take this shift?' })
  await expect(asked.getByText('My sister’s wedding')).toBeVisible()
  await page.setViewportSize(SIZES.phone)
  await expectSound(page)
  // Her yes comes too late: she reads why, and what else she could do.
  const handedOver = (await (await asBea.call('GET', '/api/swaps?state=open')).json()).swaps[0].id
  await admin.call('PUT', `/api/swaps/${handedOver}/withdraw`)
  const span = {
    start: new Date(Date.now() + 3_600_000).toISOString(),
    end: new Date(Date.now() + 7_200_000).toISOString(),
  }
  const open = await made('shifts', { event: await made('events', { name: 'Soon', ...span }), ...span })
  await admin.call('PUT', `/api/shifts/${open}/publish`)
  await asked.getByRole('button', { name: 'I’ll take it' }).click()
  await expect(page.getByText('Thank you, but this has been withdrawn.')).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(page.getByRole('region', { name: 'Ended' }).getByText('Withdrawn')).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Others you could do' }).click()
  await expect(page).toHaveURL(/open/)

  await (await signedIn(ann.email)).call('POST', '/api/swaps', {
    body: { shift: hers.shift, kind: 'hand_over', to: bea.id },
  })
  await page.goto(siteUrl('harbour', '/swaps'))
  await asked.getByRole('button', { name: 'No, sorry' }).click()
  await expect(page.getByRole('region', { name: 'Ended' }).getByText('Someone said no')).toBeVisible()

  await page.context().clearCookies()
  await page.setViewportSize(SIZES.desktop)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/swaps/all?view=ended'))
  await expect(page.getByText(`Beatrix Adeyemi-Zhang → ${ann.name}`).first()).toBeVisible()
  await expectSound(page)
})

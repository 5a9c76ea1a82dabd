import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'

/** What the keyboard leaves of a phone's screen. */
const KEYBOARD = { width: 390, height: 420 }

test('a message begins with chips that fill the rules, and its send button stays in sight', async ({ page }) => {
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/messaging/email'))
  const chips = page.getByRole('group', { name: 'Who gets it' })
  const rule = page.getByRole('button', { name: /^On a shift/ })
  await expect(chips.getByRole('button')).toHaveText([
    'Everyone',
    'This weekend’s crews',
    'Not answered',
    'An event’s people',
  ])
  await expectSoundAtEachSize(page)

  await chips.getByRole('button', { name: 'This weekend’s crews' }).click()
  await expect(chips).toHaveCount(0)
  await expect(rule).toContainText(/^On a shiftS(at|un) .+ to Sun /)
  await rule.click()
  const form = page.getByRole('form', { name: 'On a shift' })
  await expect(form.getByLabel('Until (that day only if blank)')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await form.getByLabel('Until (that day only if blank)').fill('2020-01-01')
  await form.getByRole('button', { name: 'Change the rule' }).click()
  await expect(form.getByText('Must not be before the first day.')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove On a shift' }).click()

  await chips.getByRole('button', { name: 'Not answered' }).click()
  await expect(rule).toContainText('without an answer')
  await page.getByRole('button', { name: 'Remove On a shift' }).click()
  await chips.getByRole('button', { name: 'An event’s people' }).click()
  const event = page.getByRole('combobox', { name: 'Event' })
  await expect(event).toBeFocused()
  await expect(form.getByLabel('Role', { exact: true }).first()).toBeVisible()
  // Escape closes the open list, and without one the form.
  await expect(event).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await chips.getByRole('button', { name: 'Everyone' }).click()
  await expect(page.getByText(/people get it/)).toBeVisible()

  const body = page.getByLabel('Message', { exact: true })
  await body.fill('The yard is shut.\n\n'.repeat(60))
  const send = page.getByRole('button', { name: /^Review and send/ })
  for (const [size, viewport] of Object.entries({
    ...SIZES,
    short: { width: 1280, height: 600 },
    keyboard: KEYBOARD,
  })) {
    await page.setViewportSize(viewport)
    for (const part of ['Who', 'What', 'What they’ll see']) {
      await page.getByRole('region', { name: part, exact: true }).scrollIntoViewIfNeeded()
      await expect(send, `${part}, ${size}`).toBeInViewport({ ratio: 1 })
    }
    await body.press('Control+End')
    await page.keyboard.type('!')
    await expect(send, size).toBeInViewport({ ratio: 1 })
  }
  const viewport = page.locator('meta[name="viewport"]')
  await expect(viewport).toHaveAttribute('content', /interactive-widget=resizes-content/)
})

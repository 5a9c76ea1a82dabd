import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { enter, expect, expectAccessible, SIZES, siteUrl, test } from './fixtures.ts'
import { expectSound } from './own-member.ts'

const run = randomUUID().slice(0, 8)

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`an admin changes the organisation, section by section, ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await enter(page, 'admin@ridge.test', 'ridge')
    await page.goto(siteUrl('ridge', '/organisation'))
    await expectSound(page)
    const general = page.getByRole('region', { name: 'General' })
    const save = general.getByRole('button', { name: 'Save general' })
    await expect(save).toHaveCount(0)
    const url = general.getByLabel('Website')
    const before = await url.inputValue()
    await url.fill('not an address')
    await save.click()
    await expect(general.getByText('Must be an address such as https://club.example.')).toBeVisible()
    await expect(general.getByText('1 change')).toBeVisible()
    await expectSound(page)
    await general.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(url).toHaveValue(before)
    await url.fill(`https://${size}-${run}.example`)
    await save.click()
    await expect(general.getByRole('status')).toContainText('Saved')
    await page.reload()
    await expect(url).toHaveValue(`https://${size}-${run}.example`)
    const answers = page.getByRole('region', { name: 'Answers and cover' })
    await answers.getByLabel('Ask once more this long before the shift').fill('90')
    await answers.getByRole('button', { name: 'Save answers and cover' }).click()
    await expect(answers.getByText('At most 60.')).toBeVisible()
    await answers.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(answers.getByLabel('Ask once more this long before the shift')).toHaveValue('5 days')
    const colour = page.getByRole('region', { name: 'Colour', exact: true })
    await colour.getByLabel('Colour code').fill('#ffd400')
    await expect(colour.getByText(/Too light for white text/)).toBeVisible()
    const preview = page.getByRole('region', { name: 'Preview' })
    if (size === 'desktop') {
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Stay' }).click()
    }
    await expect(preview.getByText('Your next shift')).toHaveCSS('color', 'rgb(255, 255, 255)')
    await preview.getByRole('button', { name: 'Dark' }).click()
    await expectSound(page)
    await colour.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(colour.getByRole('radio', { name: 'Blue' })).toBeChecked()
    const embedding = page.getByRole('region', { name: 'Embedding' })
    await embedding.getByLabel('Websites').fill('https://club.example\n\nhttps://other.example/page')
    await embedding.getByRole('button', { name: 'Save embedding' }).click()
    await expect(embedding.getByText(/Each must be an origin/)).toBeVisible()
    await embedding.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(embedding.getByLabel('Websites')).toHaveValue('')
  })
}

test('a logo is chosen, shown immediately, refused when it is no picture, and removed', async ({ page }) => {
  await enter(page, 'admin@ridge.test', 'ridge')
  await page.goto(siteUrl('ridge', '/organisation'))
  const logo = page.getByRole('region', { name: 'Logo' })
  const shown = page.getByRole('banner').locator('img')
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#00594c' } })
    .png()
    .toBuffer()
  await logo.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await expect(shown).toHaveAttribute('src', /^\/media\//)
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await expectAccessible(page)
  const before = await shown.getAttribute('src')
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await logo.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: script })
  await expect(logo.getByText('Choose a JPEG, PNG or WebP image.')).toBeVisible()
  await expect(shown).toHaveAttribute('src', before ?? '')
  await logo.getByRole('button', { name: 'Remove' }).click()
  await expect(shown).toHaveCount(0)
})

test('a saved colour appears everywhere, and text stays readable', async ({ page }) => {
  await enter(page, 'admin@ridge.test', 'ridge')
  await page.goto(siteUrl('ridge', '/organisation'))
  const colour = page.getByRole('region', { name: 'Colour', exact: true })
  const save = async () => {
    await colour.getByRole('button', { name: 'Save colour' }).click()
    await expect(colour.getByText('Saved', { exact: true })).toBeVisible()
  }
  await colour.getByLabel('Colour code').fill('#FFD400')
  await save()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(siteUrl('ridge', '/events/calendar'))
    const add = page.getByRole('link', { name: 'Add event' })
    await expect(add).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expect(add).not.toHaveCSS('background-color', 'rgb(1, 87, 155)')
    await expectAccessible(page)
  }
  await page.goto(siteUrl('ridge', '/organisation'))
  await colour.getByRole('radio', { name: 'Blue' }).check()
  await save()
})

test('members are refused', async ({ page }) => {
  await enter(page, 'member@ridge.test', 'ridge')
  expect((await page.goto(siteUrl('ridge', '/organisation')))?.status()).toBe(403)
})

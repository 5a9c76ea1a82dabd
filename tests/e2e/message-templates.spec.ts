import { enter, expect, expectAccessible, SIZES, siteUrl, test } from './fixtures.ts'

for (const [size, viewport] of Object.entries(SIZES)) {
  test(`a template is written, read as a real person, copied, deleted and used, ${size}`, async ({ page }) => {
    const shot = async (name: string) => {
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}-${size}.png`, fullPage: true })
    }
    const name = `Bring a friend ${size}`
    await page.setViewportSize(viewport)
    await enter(page, 'admin@harbour.test')
    await page.goto(siteUrl('harbour', '/messaging/templates'))
    await expect(page.getByRole('link', { name: 'Call for helpers', exact: true })).toBeVisible()
    await expectAccessible(page)
    await shot('templates')
    await page.getByRole('link', { name: 'New template' }).click()
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Subject').fill('Bring a friend to {{event.name}}')
    await page.getByLabel('Message', { exact: true }).fill('Hello {{person.first_name}}, come **both**')
    const mail = page.frameLocator('iframe[title^="The message as"]')
    await expect(mail.locator('strong')).toHaveText('both')
    const first = await mail.locator('h1 + p').textContent()
    await page.getByRole('button', { name: 'Next reader' }).click()
    await expect(mail.locator('h1 + p')).not.toHaveText(first ?? '')
    await expectAccessible(page)
    await shot('template')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.waitForURL(/templates\/\d+$/)
    await expect(page.getByText(/^Saved /)).toBeVisible()

    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByLabel('Subject').fill('Theirs')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(other.getByText(/^Saved /)).toBeVisible()
    await other.close()
    await page.getByLabel('Subject').fill('Mine')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('Both tabs changed the subject.')
    await shot('template-conflict')
    await page.getByRole('button', { name: 'Keep this tab’s' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/^Saved /)).toBeVisible()

    await page.getByRole('button', { name: 'Duplicate' }).click()
    await expect(page.getByRole('heading', { name: `${name} (copy)` })).toBeVisible()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(/templates$/)
    await expect(page.getByText(`${name} (copy) is deleted.`)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('link', { name: `${name} (copy)`, exact: true })).toBeVisible()

    await page.getByRole('link', { name: `Write with ${name}`, exact: true }).click()
    await page.waitForURL(/messaging\/email\?template=\d+$/)
    await expect(page.getByLabel('Subject')).toHaveText('Mine')
    await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue(name)
    await page.goto(siteUrl('harbour', '/records/messagetemplates'))
    await page.waitForURL(/messaging\/templates$/)
  })
}

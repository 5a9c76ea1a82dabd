import { enter, expect, SIZES, siteUrl, test } from '#tests/e2e/fixtures.ts'
import { expectSoundAtEachSize } from '#tests/e2e/own-member.ts'

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size, 'x')])

test('files are added to a message, refused, removed and seen in its preview', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await enter(page, 'admin@harbour.test')
  await page.goto(siteUrl('harbour', '/messaging/email'))
  const add = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add a file' }).click()
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
  }
  await add('Sailing instructions.pdf', pdf(200_000))
  const list = page.getByRole('list', { name: 'Files' })
  await expect(list.getByText('Sailing instructions.pdf')).toBeVisible()
  await page.waitForURL(/email\/\d+$/)
  await add('page.pdf', Buffer.from('<html>'))
  await expect(page.getByRole('alert')).toHaveText('“page.pdf” is not a PDF, PNG, JPEG or calendar file.')
  await expectSoundAtEachSize(page)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/files-phone.png`, fullPage: true })
  await add('Large.pdf', pdf(5_200_000))
  await expect(page.getByRole('alert')).toHaveText('Together more than 5 MB.')
  await page.getByLabel('Subject').fill('Race 4')
  await expect(page.getByText('Sailing instructions.pdf (195 kB)')).toBeVisible()

  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['%PDF-1.7\ndropped'], 'Dropped.pdf'))
    return transfer
  })
  await page.getByText('PDF, PNG, JPEG or calendar files, at most').or(page.getByRole('alert')).dispatchEvent('drop', {
    dataTransfer: data,
  })
  await expect(list.getByText('Dropped.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Dropped.pdf' }).click()
  await expect(list.getByText('Dropped.pdf')).toBeHidden()
  await page.reload()
  await expect(list.getByText('Sailing instructions.pdf')).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(async () => {
      const id = location.pathname.split('/').pop()
      const read = await fetch(`/api/messages/${id}`).then((answer) => answer.json())
      const [file] = read.results.messages[String(id)].attachments
      location.href = `/api/messages/${id}/attachments/${file.id}`
    }),
  ])
  expect(download.suggestedFilename()).toBe('Sailing instructions.pdf')
  await page.getByRole('button', { name: 'Discard' }).click()
})

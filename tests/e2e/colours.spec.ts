import { violationsOf } from './axe.ts'
import { expect, SIZES, test } from './fixtures.ts'

test('colours are judged once for each look of a text, and a bad one is found at its first appearance', async ({
  page,
}) => {
  const found = async (html: string) => {
    await page.setContent(
      `<html lang="en"><title>Colours</title><body style="background:#fff"><main><h1>Colours</h1>${html}`,
    )
    return (await violationsOf(page, 'colours')).map((line) => line.split(':')[0])
  }
  const grey = 'color:#777;font-size:14px'
  expect(await found('<p style="color:#333">Tide</p>')).toEqual([])
  expect(await found('<p style="color:#333">Tide</p><p style="color:#bbb">Heron</p>')).toEqual(['color-contrast'])
  expect(await found('<p style="color:#bbb">Heron</p>')).toEqual(['color-contrast'])
  // The same text on another ground, of another size, behind glass, and no longer disabled.
  expect(await found('<div style="background:#222"><p style="color:#333">Tide</p></div>')).toEqual(['color-contrast'])
  expect(await found(`<p style="${grey};font-size:32px">Large</p>`)).toEqual([])
  expect(await found(`<p style="${grey}">Small</p>`)).toEqual(['color-contrast'])
  expect(await found('<div style="opacity:0.3"><p style="color:#333">Tide</p></div>')).toEqual(['color-contrast'])
  expect(await found(`<button style="${grey};background:#fff" disabled>Later</button>`)).toEqual([])
  expect(await found(`<button style="${grey};background:#fff">Now</button>`)).toEqual(['color-contrast'])
  const link = '<a href="#x" style="color:#00509d;text-decoration:none">tides</a>'
  expect(await found(`<p style="color:#000">${link}</p>`)).toEqual([])
  expect(await found(`<p style="color:#000">All about the ${link} of the week.</p>`)).toEqual(['link-in-text-block'])
})

test('content that only a wide page shows is judged by all rules there, and the page as a whole once', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.phone)
  await page.setContent(`<html lang="en"><title>Sizes</title><style>@media (max-width: 800px) { .wide { display: none } }</style>
    <body><main><h1>Sizes</h1><button class="wide"></button><p class="wide">Tide</p>`)
  expect(await violationsOf(page, 'all')).toEqual([])
  await page.setViewportSize(SIZES.desktop)
  expect(await violationsOf(page, 'rest')).toEqual([expect.stringMatching(/^button-name: /)])
  expect(await violationsOf(page, 'rest')).toEqual([])
  await page.evaluate(() => document.querySelector('main')?.insertAdjacentHTML('beforeend', '<img src="data:,">'))
  expect(await violationsOf(page, 'rest')).toEqual([expect.stringMatching(/^image-alt: /)])
  expect(await violationsOf(page, 'all')).toHaveLength(2)
})

test('the size of targets is judged where one is small or covered by another', async ({ page }) => {
  const found = async (html: string) => {
    await page.setContent(`<html lang="en"><title>Targets</title><main><h1>Targets</h1>${html}`)
    return (await violationsOf(page, 'all')).map((line) => line.split(':')[0])
  }
  const button = (px: number, more = '') => `<button style="width:${px}px;height:${px}px;${more}">Go</button>`
  expect(await found(button(40) + button(40))).toEqual([])
  expect(await found(button(12) + button(12))).toEqual(['target-size'])
  expect(await found(`${button(12)}<p style="margin:40px">Far from it:</p>${button(12)}`)).toEqual([])
  expect(await found(button(40) + button(40, 'margin-left:-30px'))).toEqual(['target-size'])
})

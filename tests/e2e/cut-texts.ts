import { expect, type Page } from '@playwright/test'

/**
 * Checks that the page is as wide as the window and that no text, day or time is cut. A title is no way out: a phone
 * shows none. Only email addresses may end in an ellipsis.
 */
export async function expectUncut(page: Page): Promise<void> {
  expect.soft(await page.evaluate(cutTexts), 'cut texts').toEqual([])
}

/** Runs in the page. @returns a line for each text that is cut. */
function cutTexts(): string[] {
  const isHidden = (el: Element) => el.clientWidth < 5 || !el.checkVisibility({ visibilityProperty: true })
  const hasText = (el: Element) => [...el.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
  const isCut = (el: Element) => {
    const { overflowX, overflowY } = getComputedStyle(el)
    return (
      (overflowX === 'hidden' && el.scrollWidth > el.clientWidth + 1) ||
      (overflowY === 'hidden' && el.scrollHeight > el.clientHeight + 2)
    )
  }
  const texts = [...document.querySelectorAll('body *')].filter(
    (el) => !isHidden(el) && hasText(el) && isCut(el) && !el.closest('[aria-hidden=true], [title*="@"]'),
  )
  const dates = [...document.querySelectorAll('input')].filter(
    (el) => el.type === 'text' && /\d (am|pm|\d{4})$/.test(el.value) && el.scrollWidth > el.clientWidth + 1,
  )
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  return [
    ...(wide > 0 ? [`the page is ${wide} px wider than the window`] : []),
    ...texts.map((el) => `${el.tagName.toLowerCase()}.${el.className} "${el.textContent?.trim().slice(0, 40)}"`),
    ...dates.map((el) => `input "${el.getAttribute('aria-label') ?? el.name}" ${el.value}`),
  ]
}

import { expect, type Page } from '@playwright/test'
import { SIZES } from './fixtures.ts'

export const LAYER = '[role=dialog]:not([hidden]), [role=menu]'

/** WCAG 2.5.5, which excludes links within a sentence. A list such as "Regatta · Pier 2" is no sentence. */
const MIN_PX = 44

/**
 * Checks that each control responds to a press 22 px above, below, left and right of its middle. The test is where a
 * press arrives, not what is drawn.
 * @param within limits the check to a layer: controls below one do not respond.
 */
export async function expectTouchable(page: Page, within = 'body'): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize(SIZES.phone)
  expect.soft(await smallTargetsOf(page, within), `targets under 44 px at ${page.url()}`).toEqual([])
  if (size) await page.setViewportSize(size)
}

export const smallTargetsOf = (page: Page, within = 'body'): Promise<string[]> =>
  page.evaluate(smallTargets, { min: MIN_PX, within })

/** Runs in the page. @returns a line for each target that is too small. */
function smallTargets({ min, within }: { min: number; within: string }): string[] {
  const pressable = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=menuitem]'
  const reach = min / 2 - 1
  const isDrawn = (el: Element) => {
    const { width, height } = el.getBoundingClientRect()
    return width > 1 && height > 1 && el.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const textOf = (nodes: ChildNode[]) => nodes.map((node) => (node.nodeType === 3 ? node.textContent : '')).join('')
  const isInSentence = (el: Element) => {
    const nodes = [...(el.parentElement?.childNodes ?? [])]
    const at = nodes.indexOf(el)
    const [before, after] = [textOf(nodes.slice(0, at)).split('·').at(-1), textOf(nodes.slice(at + 1)).split('·')[0]]
    return getComputedStyle(el).display === 'inline' && /\S/.test(`${before}${after}`)
  }
  const answers = (el: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return hit === null || el.contains(hit) || hit.closest(pressable)?.contains(el) || labels(el, hit)
  }
  const labels = (el: Element, hit: Element) =>
    [...((el as HTMLInputElement).labels ?? [])].some((label) => label.contains(hit))
  // A field with its choices as pills can be pressed anywhere within its edge.
  const layer = [...document.querySelectorAll(within)].at(-1) ?? document.body
  const fields = [...layer.querySelectorAll(pressable)].map((el) => el.closest('.mantine-MultiSelect-input') ?? el)
  return fields
    .filter((el) => isDrawn(el) && !el.matches(':disabled, [inert] *, [aria-hidden=true] *') && !isInSentence(el))
    .flatMap((el) => {
      const { width, height } = el.getBoundingClientRect()
      if (width >= min && height >= min) return []
      el.scrollIntoView({ block: 'center', inline: 'center' })
      const box = el.getBoundingClientRect()
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      const missed = [
        height < min && !answers(el, x, y - reach) && 'above',
        height < min && !answers(el, x, y + reach) && 'below',
        width < min && !answers(el, x - reach, y) && 'left',
        width < min && !answers(el, x + reach, y) && 'right',
      ].filter(Boolean)
      const name = el.getAttribute('aria-label') ?? el.textContent?.trim().slice(0, 30) ?? ''
      return missed.length
        ? [
            `${el.tagName.toLowerCase()}.${el.className} "${name}" ${width.toFixed(0)} × ${height.toFixed(0)}: ${missed}`,
          ]
        : []
    })
}

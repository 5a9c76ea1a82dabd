import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'

/**
 * Expects every component to look as under Mantine's whole stylesheet, whose order decides between two components that
 * set the same property. A page loads only the styles of its own components.
 */
export async function expectStylesInOrder(page: Page): Promise<void> {
  const whole = await readFile('node_modules/@mantine/core/styles.layer.css', 'utf8')
  expect.soft(await page.evaluate(stylesOutOfOrder, whole), 'styles that another component’s override').toEqual([])
}

/** Runs in the page. @returns a line for each element that `whole` would change: its classes, before and after. */
function stylesOutOfOrder(whole: string): string[] {
  const elements = [...document.querySelectorAll('[class*="m_"]')]
  const stylesNow = () => elements.map((el) => getComputedStyle(el).cssText)
  const before = stylesNow()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(whole)
  document.adoptedStyleSheets.push(sheet)
  const after = stylesNow()
  document.adoptedStyleSheets.pop()
  const partsOf = (text = '') => text.split('; ')
  return elements.flatMap((el, n) => {
    if (before[n] === after[n]) return []
    const now = partsOf(after[n])
    // Variables are spelt differently in a minified stylesheet.
    const changed = partsOf(before[n]).flatMap((was, i) =>
      was === now[i] || was.startsWith('--') ? [] : [`${was} → ${now[i]?.replace(/^[^:]*: /, '')}`],
    )
    return changed.length === 0 ? [] : [`${el.className}: ${changed.join(', ')}`]
  })
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const only = (type: 'tag' | 'rule', values: string[]): RunOptions => ({ runOnly: { type, values }, selectors: false })
const WCAG = only('tag', ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
const OUTLINE = only('rule', ['heading-order', 'landmark-unique'])
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const COLOURS = only('rule', COLOUR_RULES)
const TARGETS = only('rule', ['target-size'])
/**
 * Off by default. 2.5.3: the visible words of a control are part of its name; 1.3.1: headings, captions and header
 * cells are marked as such. `css-orientation-lock` is a lint of the style sheets.
 */
const EXPERIMENTAL = ['label-content-name-mismatch', 'p-as-heading', 'table-fake-caption', 'td-has-header']
/** The rules of colours and of targets run separately, since each takes longer than all others together. */
const OTHERS: RunOptions = {
  ...WCAG,
  rules: {
    ...Object.fromEntries([...COLOUR_RULES, 'target-size'].map((rule) => [rule, { enabled: false }])),
    ...Object.fromEntries(EXPERIMENTAL.map((rule) => [rule, { enabled: true }])),
  },
}

/** The texts of this worker's pages that axe has passed, each with its colour, size and ground. */
const passed = new Set<number>()

/** `rest` is all rules for what the page did not show at the last full check, and the colours. */
export type Rules = 'all' | 'colours' | 'rest'

/**
 * Finds violations of WCAG 2.2 AA, one line each. For speed, axe is loaded once per document; only violations are
 * reported in full, by their HTML, since a selector for every element takes a sixth of the time; style sheets are not
 * read again, as no rule of WCAG needs them; and contrast, half of the time, is judged once for each look of a text.
 * Frames of other origins are skipped: there are none.
 * @param rules `colours` runs the rules that another colour scheme can break, `rest` those that another size can.
 */
export async function violationsOf(page: Page, rules: Rules): Promise<string[]> {
  const [main, ...inner] = page.frames()
  await loadInto(main!)
  for (const frame of inner) if (await runsScripts(frame)) await loadInto(frame)
  // Findings in a frame are merged by their selectors, and its texts are judged each time.
  if (inner.length > 0) return page.evaluate(runAxe, { ...(rules === 'colours' ? COLOURS : WCAG), selectors: true })
  const { found, looks } = await page.evaluate(judgeColours, { options: COLOURS, passed: [...passed] })
  if (found.length === 0) for (const look of looks) passed.add(look)
  if (rules === 'colours') return found
  return [
    ...found,
    ...(await page.evaluate(judgeTargets, { options: TARGETS, min: MIN_PX })),
    ...(await page.evaluate(judgeOnce, { options: OTHERS, rules })),
  ]
}

/** The target size of WCAG 2.5.8. */
const MIN_PX = 24

/** Headings out of order and landmarks of one kind without names of their own, one line each. */
export async function outlineFaultsOf(page: Page): Promise<string[]> {
  await loadInto(page.mainFrame())
  return page.evaluate(runAxe, OUTLINE)
}

/** A frame without scripts never answers. */
async function runsScripts(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement()
  const sandbox = await element.getAttribute('sandbox')
  return sandbox === null || sandbox.includes('allow-scripts')
}

const loadInto = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate(isLoaded))) await frame.evaluate(SOURCE)
}

type WithAxe = { axe?: { run: (within: ElementContext, options: RunOptions) => Promise<AxeResults> } }

/** Runs in the browser. */
const isLoaded = () => Boolean((window as WithAxe).axe)

/** Runs in the browser. */
const runAxe = async (options: RunOptions) => {
  const { violations } = await (window as WithAxe).axe!.run(document, {
    ...options,
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Runs in the browser: judges the whole page, or the elements that were not shown at the last check. */
async function judgeOnce({ options, rules }: { options: RunOptions; rules: Rules }) {
  const memory = window as WithAxe & { judged?: WeakSet<Element> }
  const shown = [...document.querySelectorAll('*')].filter((element) => element.checkVisibility())
  const before = (rules === 'rest' && memory.judged) || new WeakSet()
  memory.judged = new WeakSet(shown)
  const isNew = (element: Element | null) => element !== null && !before.has(element)
  const more = shown.filter((element) => isNew(element) && !isNew(element.parentElement))
  if (more.length === 0) return []
  const { violations } = await memory.axe!.run(before.has(document.body) ? { include: more } : document, {
    ...options,
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * Runs in the browser: judges the size of targets that can fail, those that are small or partly covered. The rule
 * compares each target with all around it, and passes every other one.
 */
async function judgeTargets({ options, min }: { options: RunOptions; min: number }) {
  const roles =
    'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar'
  const more = 'searchbox separator slider spinbutton switch tab textbox treeitem'
  const named = `${roles} ${more}`.split(' ').map((role) => `[role=${role}]`)
  const others = '[role=progressbar][tabindex], [role=tabpanel][tabindex]'
  const selector = `a[href], button, input, select, textarea, summary, [contenteditable], ${named}, ${others}`
  /** Whether a bar that stays in place covers the middle: scrolling brings the target out. */
  const isUnderBar = (element: Element, { left, top, width, height }: DOMRect) => {
    const seen = document.elementFromPoint(left + width / 2, top + height / 2)
    if (!seen || element.contains(seen) || seen.contains(element)) return false
    for (let at: Element | null = seen; at; at = at.parentElement)
      if (!at.contains(element) && /sticky|fixed/.test(getComputedStyle(at).position)) return true
    return false
  }
  const targets = [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility())
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ element, box }) => !isUnderBar(element, box))
  const meets = (a: DOMRect, b: DOMRect) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const doubtful = targets.filter(
    ({ element, box }) =>
      box.width < min ||
      box.height < min ||
      targets.some((other) => other.element !== element && meets(box, other.box)),
  )
  if (doubtful.length === 0) return []
  const { violations } = await (window as WithAxe).axe!.run(
    { include: doubtful.map(({ element }) => element) },
    { ...options, resultTypes: ['violations'], preload: { assets: ['media'] } },
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/**
 * Runs in the browser: judges the texts whose look is not in `passed`. A look is all that contrast depends on: the
 * text's own style and the ground behind it. A text that axe cannot judge here, because it is covered or disabled, is
 * judged at its next appearance.
 * @returns the violations, and the looks that passed.
 */
async function judgeColours({ options, passed }: { options: RunOptions; passed: number[] }) {
  const known = new Set(passed)
  const grounds = new Map<Element | null, string>([[null, '']])
  const groundOf = (element: Element | null): string => {
    const before = grounds.get(element)
    if (before !== undefined || !element) return before ?? ''
    const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
    const isClear = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
    const isOneLayer = opacity === '1' && filter === 'none' && /static|relative/.test(position)
    const around = groundOf(element.parentElement)
    const own = isOneLayer
      ? [backgroundColor, backgroundImage].join()
      : [backgroundColor, backgroundImage, opacity, filter, position, element.className].join()
    const ground = isClear && isOneLayer ? around : `${around}/${own}`
    grounds.set(element, ground)
    return ground
  }
  /** A number for each look: sending a thousand of them as texts would take longer than judging. */
  const numberOf = (text: string) => {
    let [low, high] = [1, 2]
    for (let at = 0; at < text.length; at++) {
      low = Math.imul(low ^ text.charCodeAt(at), 2_654_435_761)
      high = Math.imul(high ^ text.charCodeAt(at), 1_597_334_677)
    }
    return (high & 0x1f_ffff) * 0x1_0000_0000 + (low >>> 0)
  }
  const lookOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element)
    const parent = element.parentElement
    const isInText = element.tagName === 'A' && parent?.textContent?.trim() !== element.textContent?.trim()
    const around = isInText && parent ? getComputedStyle(parent).color : ''
    return numberOf([groundOf(element), color, fontSize, fontWeight, textShadow, textDecorationLine, around].join())
  }
  const hasText = (element: Element) =>
    element.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  /** Axe never judges texts of drawings, of disabled elements, and beyond the edges of the page. */
  const isJudged = (element: Element) => {
    const { right, bottom } = element.getBoundingClientRect()
    const isOff = element.closest(':disabled, [aria-disabled=true], [inert], svg')
    return !isOff && right > 0 && bottom + scrollY > 0 && element.checkVisibility({ opacityProperty: true })
  }
  const unknown = [...document.body.querySelectorAll('*')].filter(
    (element) => hasText(element) && isJudged(element) && !known.has(lookOf(element)),
  )
  if (unknown.length === 0) return { found: [], looks: [] }
  const { violations, passes } = await (window as WithAxe).axe!.run(
    { include: unknown },
    { ...options, resultTypes: ['violations', 'passes'], elementRef: true, preload: { assets: ['media'] } },
  )
  const judged = passes.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes)
  return {
    found: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
    looks: [...new Set(judged.flatMap(({ element }) => (element ? [lookOf(element)] : [])))],
  }
}

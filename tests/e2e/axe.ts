import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Finds what violates these rules, a line each. For speed axe is loaded once for each document; only violations are reported in full,
 * by their HTML, since writing a selector for every element takes a sixth of the time; and style sheets are not read again, which no rule of
 * WCAG needs. Frames from other origins are not looked into: there are none.
 */
export async function violationsOf(page: Page, runOnly: NonNullable<RunOptions['runOnly']>): Promise<string[]> {
  const [main, ...inner] = page.frames()
  await loadInto(main!)
  for (const frame of inner) if (await runsScripts(frame)) await loadInto(frame)
  const options: RunOptions = {
    runOnly,
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    // What is found in a frame is merged by its selectors.
    selectors: inner.length > 0,
  }
  const { violations } = await page.evaluate(runAxe, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Whether a frame runs scripts: one that does not never answers. */
async function runsScripts(frame: Frame): Promise<boolean> {
  const element = await frame.frameElement()
  const sandbox = await element.getAttribute('sandbox')
  return sandbox === null || sandbox.includes('allow-scripts')
}

const loadInto = async (frame: Frame): Promise<void> => {
  if (!(await frame.evaluate(isLoaded))) await frame.evaluate(SOURCE)
}

type WithAxe = { axe?: { run: (within: Document, options: RunOptions) => Promise<AxeResults> } }

/** Runs in the browser. */
const isLoaded = () => Boolean((window as WithAxe).axe)

/** Runs in the browser. */
const runAxe = async (options: RunOptions) => {
  const { violations } = await (window as WithAxe).axe!.run(document, options)
  return { violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })) }
}

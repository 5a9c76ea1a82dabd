import { withoutSecret } from '#server/engine/access/secret-paths.pure.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

/** A step that led to an error, without typed or shown text. `at` is an ISO instant. */
export type Breadcrumb = { at: string; kind: 'page' | 'click' | 'call'; text: string }

const MAX_BREADCRUMBS = 20

const breadcrumbs: Breadcrumb[] = []

export function noteStep(kind: Breadcrumb['kind'], text: string): void {
  const step = { at: new Date().toISOString(), kind, text: cutText(text, 200) }
  const last = breadcrumbs.at(-1)
  if (last?.kind === kind && last.text === step.text) return
  breadcrumbs.push(step)
  if (breadcrumbs.length > MAX_BREADCRUMBS) breadcrumbs.shift()
}

export const latestSteps = (): readonly Breadcrumb[] => breadcrumbs

/** Returns a URL's path without its query and its secret; ids and other names become `:id`. */
export const pathOnly = (address: string): string =>
  withoutSecret(address.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, ''))
    .split('/')
    .map((part) => (part.length > 24 || /\d/.test(part) ? ':id' : part))
    .join('/')

/** Records pages and clicks of this document. A click is recorded by its element, without its text. */
export function noteSteps(): void {
  noteStep('page', pathOnly(window.location.pathname))
  window.addEventListener(
    'click',
    ({ target }) => {
      noteStep('page', pathOnly(window.location.pathname))
      const element = target instanceof Element ? target.closest('a, button, input, select, textarea, [role]') : null
      if (!element) return
      const href = element.getAttribute('href')
      const role = element.getAttribute('role')
      noteStep('click', `${element.tagName.toLowerCase()}${role ? `[${role}]` : ''}${href ? ` ${pathOnly(href)}` : ''}`)
    },
    { capture: true, passive: true },
  )
}

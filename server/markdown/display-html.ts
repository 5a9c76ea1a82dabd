import { MIN_VALID_RENDERER } from './contract.ts'
import { plainHtml } from './plain.ts'

export type StoredMarkdown = { text: string; rendered_html: string | null; renderer: number }

/** Returns the HTML that readers see. An unrendered text is shown as typed: reading never renders. */
export const displayHtml = ({ text, rendered_html, renderer }: StoredMarkdown): string =>
  rendered_html !== null && renderer >= MIN_VALID_RENDERER ? rendered_html : plainHtml(text)

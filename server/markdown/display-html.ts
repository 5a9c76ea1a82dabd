import { MIN_VALID_RENDERER } from './contract.ts'
import { plainHtml } from './plain.ts'

/** A stored Markdown text: with its rendered HTML and the version of the renderer. */
export type StoredMarkdown = { text: string; rendered_html: string | null; renderer: number }

/** Returns the HTML that readers see. Nothing is rendered for them: an unrendered text is shown as it was typed. */
export const displayHtml = ({ text, rendered_html, renderer }: StoredMarkdown): string =>
  rendered_html !== null && renderer >= MIN_VALID_RENDERER ? rendered_html : plainHtml(text)

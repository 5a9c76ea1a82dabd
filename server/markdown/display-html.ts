import { MIN_VALID_RENDERER } from './contract.ts'
import { plainHtml } from './plain.ts'

/** A Markdown text as its row keeps it: with what a renderer made of it, and which one. */
export type StoredMarkdown = { text: string; rendered_html: string | null; renderer: number }

/** What readers see of a text. Nothing is rendered for them: until its renderer was there, it is shown as it was typed. */
export const displayHtml = ({ text, rendered_html, renderer }: StoredMarkdown): string =>
  rendered_html !== null && renderer >= MIN_VALID_RENDERER ? rendered_html : plainHtml(text)

/** The longest text that is rendered, in characters: the longest field of Markdown. */
export const MAX_MARKDOWN = 50_000

/**
 * The number of today's renderer. Raise it when rendering changes: what a lower one rendered is rendered again. Zero and
 * below stand for "not yet", so that it begins with 1.
 */
export const RENDERER_VERSION = 1

/** The oldest renderer whose HTML is still shown until it is rendered again. Raise it when cleaning was mended. */
export const MIN_VALID_RENDERER = 1

/** `plain` says that the text is shown as it was typed, since it nests too deep or would become too long. */
export type Rendered = { html: string; plain: boolean }

/** The longest text to render, in characters: the longest field of Markdown. */
export const MAX_MARKDOWN = 50_000

/**
 * The version of the renderer. Raise it when rendering changes: texts of a lower version are rendered again. It starts at 1,
 * since zero and below mean "not yet".
 */
export const RENDERER_VERSION = 3

/** The oldest renderer whose HTML is still shown until it is rendered again. Raise it when the sanitiser was corrected. */
export const MIN_VALID_RENDERER = 1

/** The pages that a text may show in a frame, as a policy's sources: videos and maps. Each ends at a path. */
export const FRAME_SOURCES = [
  'https://www.youtube.com/',
  'https://www.youtube-nocookie.com/',
  'https://player.vimeo.com/',
  'https://www.openstreetmap.org/',
  'https://www.google.com/maps/',
] as const

/** `plain`: the text is shown as it was typed, since it nests too deep or would become too long. */
export type Rendered = { html: string; plain: boolean }

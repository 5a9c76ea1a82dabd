/** Upper limit of a rendered text, in characters: the longest Markdown field. */
export const MAX_MARKDOWN = 50_000

/**
 * Raise it when rendering changes: texts of a lower version are rendered again. Starts at 1: zero and below mean "not
 * yet".
 */
export const RENDERER_VERSION = 3

/** The oldest version whose HTML is still shown. Raise it after a fix of the sanitiser. */
export const MIN_VALID_RENDERER = 1

/** Allowed sources of frames: videos and maps. Each ends at a path. */
export const FRAME_SOURCES = [
  'https://www.youtube.com/',
  'https://www.youtube-nocookie.com/',
  'https://player.vimeo.com/',
  'https://www.openstreetmap.org/',
  'https://www.google.com/maps/',
] as const

/** `plain`: shown as typed, since the text nests too deep or its HTML is too long. */
export type Rendered = { html: string; plain: boolean }

/** The state of a link to a record of the page that it is on: the page stays where it is scrolled to. */
export const KEEP_SCROLL = 'keep'

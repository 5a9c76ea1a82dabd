/*
 * Texts that a spreadsheet runs as formulas. Exports escape anything that any program might run, since an apostrophe
 * costs nothing; imports refuse only certain formulas, since "+1 guest" and "@ the pontoon" are texts.
 */

const RUNS = /^[\p{Cc}\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u
const HARMLESS = /^[+-]?\d+([.,]\d+)?$/

/** E.164 phone numbers and plain numbers are harmless. */
export const runsAsFormula = (cell: string): boolean => RUNS.test(cell) && !HARMLESS.test(cell)

export const isFormula = (cell: string): boolean => /^\s*(=|[+\-@]\S*[(|!])/.test(cell)

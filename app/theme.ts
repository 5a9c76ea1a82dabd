// The product's theme. Brand #01579B; secondary #B0BEC5 (light, gray.4) and #37474F (dark, dark.4).
// gray and dark are cooled towards slate so that surfaces, lines and text share one hue. Every pair is AA in both schemes.
import { type CSSVariablesResolver, createTheme, DEFAULT_THEME, type MantineColorsTuple } from '@mantine/core'

const shade9 = (t: MantineColorsTuple, hex: string) => [...t.slice(0, 9), hex] as unknown as MantineColorsTuple
const shade4 = (t: MantineColorsTuple, hex: string) =>
  [...t.slice(0, 4), hex, hex, ...t.slice(6)] as unknown as MantineColorsTuple
const c = DEFAULT_THEME.colors
const brand: MantineColorsTuple = [
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
export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
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
    brand,
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
    teal: shade9(c.teal, '#00594c'),
    lime: shade9(c.lime, '#3f5a00'),
    yellow: shade9(c.yellow, '#6b4a00'),
    orange: shade9(c.orange, '#8a3c00'),
    red: shade9(c.red, '#b3261e'),
    violet: shade4(c.violet, '#b9a6ff'),
    indigo: shade4(c.indigo, '#a5b8ff'),
  },
  components: {
    Button: { styles: { label: { fontWeight: 600 } } },
    Badge: { styles: { label: { textTransform: 'none' } } },
    Anchor: { defaultProps: { underline: 'hover' } },
    Modal: { styles: { title: { fontWeight: 650, fontSize: '1.125rem' } } },
    InputWrapper: { styles: { label: { fontWeight: 600, marginBottom: 6 } } },
    // A second banner landmark, and a child that no menu may have, would stand in the way of screen readers.
    ModalHeader: { defaultProps: { component: 'div' } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
  },
})
// Tones: -bg a quiet tint, -fg text and icons on it or on a card (≥ 4.5:1), -line an edge (≥ 3:1 where it carries meaning).
const tones = {
  light: {
    brand: ['#dcedfa', '#01579b', '#4a8fc4'],
    green: ['#e4f3e7', '#1b5e20', '#4c9a56'],
    amber: ['#fff3d6', '#6b4a00', '#b98100'],
    red: ['#fde9e7', '#a11b14', '#d2564e'],
    slate: ['#ecf1f4', '#37474f', '#7a8c96'],
  },
  dark: {
    brand: ['#0d2c44', '#93d4fb', '#3f8fc7'],
    green: ['#15301d', '#9ee0a8', '#4f9c5c'],
    amber: ['#352809', '#ffd682', '#b98a25'],
    red: ['#3d1a1a', '#ffb3ad', '#cf5f58'],
    slate: ['#26323a', '#cfd8dc', '#6c7f8a'],
  },
}
// Mantine's light variant on the same tints, so a quiet button never looks disabled.
const lightVars = (s: 'light' | 'dark') =>
  Object.fromEntries(
    (['brand', 'green', 'red'] as const).flatMap((n) => [
      [`--mantine-color-${n}-light`, tones[s][n][0]],
      [`--mantine-color-${n}-light-hover`, `color-mix(in srgb, ${tones[s][n][0]} 82%, ${tones[s][n][2]})`],
      [`--mantine-color-${n}-light-color`, tones[s][n][1]],
    ]),
  )
const toneVars = (s: 'light' | 'dark') =>
  Object.fromEntries(
    Object.entries(tones[s]).flatMap(([n, [bg, fg, line]]) => [
      [`--wb-${n}-bg`, bg],
      [`--wb-${n}-fg`, fg],
      [`--wb-${n}-line`, line],
    ]),
  )
export const resolver: CSSVariablesResolver = (t) => ({
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
    ...toneVars('light'),
    ...lightVars('light'),
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
    ...toneVars('dark'),
    ...lightVars('dark'),
  },
})

import { expect, test } from 'vitest'
import { brandShades, brandTones, contrast, GROUNDS, PRODUCT_COLOR } from './contract.ts'

function weakest(color: string): number {
  const { filled, light, dark } = brandTones(color)
  const text = [
    ['#ffffff', filled],
    ...[...GROUNDS.light, light.bg].flatMap((ground) => [[light.fg, ground]]),
    ...GROUNDS.light.map((ground) => [filled, ground]),
    ...[...GROUNDS.dark, dark.bg].flatMap((ground) => [[dark.fg, ground]]),
  ].map(([a = '', b = '']) => contrast(a, b) / 4.5)
  const edges = [
    ...GROUNDS.light.map((ground) => contrast(light.line, ground) / 3),
    ...GROUNDS.dark.map((ground) => contrast(dark.line, ground) / 3),
  ]
  return Math.min(...text, ...edges)
}

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('text in a brand’s colour is readable in both schemes, whatever the colour', () => {
  const steps = ['00', '33', '66', '99', 'cc', 'ff', '01', 'fe', '7f']
  const colours = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)))
  expect(colours.filter((color) => weakest(color) < 1)).toEqual([])
  expect(colours.length).toBe(729)
})

test('a readable colour is drawn unchanged', () => {
  for (const color of ['#00594c', '#1b5e20', '#8a3c00', '#b3261e', '#5f3dc4', '#37474f'])
    expect(brandTones(color).filled).toBe(color)
  expect(brandTones('#ffeb3b').filled).not.toBe('#ffeb3b')
})

test('the product’s own colour keeps its tones, and every colour has ten shades', () => {
  expect(brandTones(PRODUCT_COLOR.toUpperCase()).light).toEqual({ bg: '#dcedfa', fg: '#01579b', line: '#4a8fc4' })
  for (const color of ['#ffffff', '#000000', PRODUCT_COLOR]) {
    const shades = brandShades(color)
    expect(shades).toHaveLength(10)
    expect(shades.at(-1)).toBe(brandTones(color).filled)
    expect(contrast('#ffffff', shades[8] ?? '')).toBeGreaterThan(4.5)
    for (const shade of shades) expect(shade).toMatch(/^#[0-9a-f]{6}$/)
  }
})

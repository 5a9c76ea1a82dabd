import { expect, test } from 'vitest'
import { DEFAULT_SIDEBAR, readSidebar, setWidth, toggleGroup, writeSidebar } from './sidebar-state.ts'

test('collapsed groups and widths survive a round trip', () => {
  const state = setWidth(toggleGroup(DEFAULT_SIDEBAR, 'People'), 'routes/roster', 'full', 'mini')
  expect(readSidebar(writeSidebar(state))).toEqual(state)
  expect(writeSidebar(state)).not.toMatch(/[\s;,"]/)
  expect(toggleGroup(state, 'People').collapsed).toEqual([])
})

test('the default width of a screen is not stored', () => {
  const full = setWidth(DEFAULT_SIDEBAR, 'routes/roster', 'full', 'mini')
  expect(full.widths).toEqual({ 'routes/roster': 'full' })
  expect(setWidth(full, 'routes/roster', 'mini', 'mini').widths).toEqual({})
})

test('keeps only the latest changed screens', () => {
  let state = DEFAULT_SIDEBAR
  for (let n = 0; n < 50; n += 1) state = setWidth(state, `routes/${n}`, 'mini', 'full')
  expect(Object.keys(state.widths)).toHaveLength(20)
  expect(state.widths['routes/49']).toBe('mini')
  expect(writeSidebar(state).length).toBeLessThan(4000)
})

test('reads a cookie up to its limits', () => {
  const many = Array.from({ length: 50 }, (_, n) => `Group ${n}`)
  const state = readSidebar(writeSidebar({ ...DEFAULT_SIDEBAR, collapsed: ['x'.repeat(61), ...many] }))
  expect(state.collapsed).toEqual(many.slice(0, 10))
})

test('a cookie with other content is the default', () => {
  for (const text of [null, '', '%', 'null', '[]', '7', '{"collapsed":1,"opened":{},"widths":3}', 'a'.repeat(9999)])
    expect(readSidebar(text)).toEqual(DEFAULT_SIDEBAR)
  expect(readSidebar('{"collapsed":[1,"x"],"widths":{"a":"huge","b":"mini"}}')).toEqual({
    collapsed: ['x'],
    widths: { b: 'mini' },
  })
})

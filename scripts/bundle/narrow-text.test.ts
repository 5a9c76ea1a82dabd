import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { narrowText } from './narrow-text.ts'

test('the code keeps its meaning in Latin-1', () => {
  const code = `['“é”', \`…\`, /^[–—😀]$/u.test('😀'), '😀'.length]`
  const narrow = narrowText(code)
  expect(narrow).toContain('é')
  expect(narrow).not.toMatch(/[\u0100-\uffff]/)
  expect(runInThisContext(narrow)).toEqual(['“é”', '…', true, 2])
})

import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { findClassProblems } from './css-classes.ts'

test('each class that a component uses is in its style sheet, and each class of a sheet is used', () => {
  const files = ts.sys.readDirectory('app', ['.ts', '.tsx', '.module.css'])
  expect(findClassProblems(Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([])
})

const SHEET = `.row { color: red; & .name:hover, &[data-path='a.b'] { color: blue } }
@media (min-width: 1.5em) { .row > :global(.theirs) { margin: 0.5rem } .wide { margin: 0 } }`
const used = "import a from './a.module.css'\nconst b = [a.row, a['name'], a.wide]"

test('classes are found in nested rules, in media queries and in both notations', () => {
  expect(findClassProblems({ 'x/a.module.css': SHEET, 'x/b.tsx': used })).toEqual([])
})

test('a missing class and an unused class are reported', () => {
  expect(findClassProblems({ 'x/a.module.css': SHEET, 'x/b.tsx': used.replace('a.wide', 'a.wider') })).toEqual([
    'x/b.tsx: ./a.module.css has no .wider',
    'x/a.module.css: nothing uses .wide',
  ])
})

test('a name that is composed at run time is reported', () => {
  const more = "import rows from '../x/a.module.css'\n// rows are dim\nconst tone = (name: string) => rows[name]"
  expect(findClassProblems({ 'x/a.module.css': SHEET, 'x/b.tsx': used, 'y/c.tsx': more })).toEqual([
    'y/c.tsx: rows is used for something else than to name a class',
  ])
})

test('a missing sheet is reported', () => {
  expect(findClassProblems({ 'x/b.tsx': "import a from './a.module.css'\nconst b = a.row" })).toEqual([
    'x/b.tsx: ./a.module.css has no .row',
  ])
})

test('a selector with two rules is reported, since two classes may have become one', () => {
  const twice = `${SHEET}\n.row { margin: 0 }\n@media print { .row { margin: 1px } }`
  expect(findClassProblems({ 'x/a.module.css': twice, 'x/b.tsx': used })).toEqual(['x/a.module.css: .row stands twice'])
})

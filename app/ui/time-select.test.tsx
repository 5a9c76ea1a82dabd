import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { nodesOf, placeOf, type SourceTree, sourceTrees, treeOf } from '#tests/support/source-trees.ts'
import { TimeInput } from './time-input.tsx'
import { TimeSelect } from './time-select.tsx'

test('hours run from 00 to 23 without morning or afternoon, whatever the reader’s formats', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <TimeSelect label="Start" value="13:05" onChange={() => {}} />
    </MantineProvider>,
  )
  const [hours = '', minutes = ''] = html.match(/<select.*?<\/select>/g) ?? []
  const values = (select: string) => [...select.matchAll(/<option value="(\d\d)"/g)].map(([, value]) => value)
  expect(values(hours)).toHaveLength(24)
  expect([values(hours)[0], values(hours).at(-1)]).toEqual(['00', '23'])
  expect(values(minutes)).toHaveLength(60)
  expect(html).toMatch(/<option value="13" selected=""/)
  expect(html).not.toMatch(/type="time"|\b[ap]m\b/i)
})

const SOURCES = sourceTrees(['app'])

const NATIVE = new Set(['time', 'date', 'month', 'week', 'datetime-local'])

/** Whether an expression may be a native browser input, or is only known at run time. */
function mayBeNative(value: ts.Expression): boolean {
  if (ts.isStringLiteralLike(value)) return NATIVE.has(value.text)
  if (ts.isParenthesizedExpression(value)) return mayBeNative(value.expression)
  if (ts.isConditionalExpression(value)) return mayBeNative(value.whenTrue) || mayBeNative(value.whenFalse)
  return !(ts.isIdentifier(value) && value.text === 'undefined')
}

function typesGiven(node: ts.Node): ts.Expression[] {
  if (ts.isJsxAttribute(node) && node.name.getText() === 'type') {
    const given = node.initializer
    const value = given && ts.isJsxExpression(given) ? given.expression : given
    return value ? [value as ts.Expression] : []
  }
  if (!ts.isJsxSpreadAttribute(node)) return []
  return [...nodesOf(node)].flatMap((part) =>
    ts.isPropertyAssignment(part) && part.name.getText() === 'type' ? [part.initializer] : [],
  )
}

const nativeInputs = (source: SourceTree) =>
  [...nodesOf(source.tree)].filter((node) => typesGiven(node).some(mayBeNative)).map((node) => placeOf(source, node))

test('no form uses the browser’s input for a date or time, which follows the reader’s device', () => {
  const screens = SOURCES.filter(({ file }) => file.endsWith('.tsx'))
  expect(screens.length).toBeGreaterThan(200)
  expect(screens.flatMap(nativeInputs)).toEqual([])
})

test('no screen formats a day as an instant', () => {
  const noons = SOURCES.filter(({ tree }) => tree.text.includes('T12:00:00Z`'))
  expect(noons.map(({ file }) => file)).toEqual([])
})

const dateHints = (source: SourceTree) =>
  [...nodesOf(source.tree)]
    .filter((node) => ts.isJsxAttribute(node) && node.name.getText() === 'placeholder' && /YYYY/.test(node.getText()))
    .map((node) => placeOf(source, node))

test('one field asks for dates, as YYYY-MM-DD (5-30)', () => {
  expect(SOURCES.flatMap(dateHints)).toEqual([expect.stringMatching(/^app\/collections\/date-field\.tsx:/)])
  const tree = treeOf('a.tsx', "<TextInput placeholder={short ? 'YYYY-MM-DD' : undefined} />")
  expect(dateHints({ file: 'a.tsx', tree })).toEqual(['a.tsx:1'])
})

test.each([
  ['<TextInput type="date" />', 1],
  ["<input type={wide ? 'text' : 'time'} />", 1],
  ['<TextInput type={kind} />', 1],
  ["<input {...(day && { type: 'month' })} />", 1],
  ["<input type={name === 'email' ? 'email' : undefined} />", 0],
])('%s has %d', (source, count) => {
  expect(nativeInputs({ file: 'a.tsx', tree: treeOf('a.tsx', source) })).toHaveLength(count)
})

test('a time input shows 24 hours and opens a phone’s numeric keyboard', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <TimeInput label="Start" value="17:05" onChange={() => {}} />
    </MantineProvider>,
  )
  expect(html).toMatch(/<input[^>]* inputMode="numeric"[^>]* value="17:05"/i)
  expect(html).not.toMatch(/\b[ap]m\b/i)
})

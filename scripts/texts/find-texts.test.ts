import { expect, test } from 'vitest'
import { findTextsIn } from './find-texts.ts'

const read = (source: string) => findTextsIn('a.tsx', source).map(({ line, text }) => `${line} ${text}`)

test('text between tags, in shown props and in every branch', () => {
  expect(
    read(`<Button
  className="red wide" aria-label={open ? 'close' : \`open \${name}\`} to="/a path">
  Save <b>now</b> {count && (many ? 'them' : 'it')}
</Button>`),
  ).toEqual(['2 close', '2 open {…}', '3 Save', '3 now', '3 them', '3 it'])
})

test('shown fields, messages of errors, and sentences anywhere', () => {
  expect(
    read(`const field = { key: 'start', label: 'start' }
throw new DomainError('conflict', \`"\${name}" is taken\`)
const words = ['Nothing to change.', 'end']
page(\`<p style="margin:0">Hello \${name},</p>\`)`),
  ).toEqual(['1 start', '2 "{…}" is taken', '3 Nothing to change.', '4 Hello {…},'])
})

test('imports, types, comparisons, queries, formats and log lines are no texts', () => {
  expect(
    read(`import a from 'Some Module'
type A = 'Light' | 'Dark'
if (kind === 'Some Kind') log.warn({ kind }, 'Kind is unknown')
sql\`select Name from people\`
const format = 'ddd D MMM YYYY'
send('GET /people', 'application/json; charset=utf-8')`),
  ).toEqual([])
})

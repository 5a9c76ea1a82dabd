import { expect, test } from 'vitest'
import { fieldsIn, fieldsProblem, replaceFields } from './fields.pure.ts'

test('known fields pass with and without spaces, others are named once', () => {
  expect(fieldsProblem('Hello {{person.name}}, {{ event.name }} at {{shift.start|soon}}, {{site.name}}')).toBeNull()
  expect(fieldsProblem('{{person.password}} {{ person.password }}')).toMatch(
    /^Unknown: {{person.password}}\. Known are {{person\.name}}/,
  )
  expect(fieldsProblem('{{}} {{constructor}}')).toContain('Unknown: {{}}, {{constructor}}.')
  expect(fieldsProblem('braces { } and {{ unclosed')).toBeNull()
})

test('fields are replaced, with their fallback beside them', () => {
  const shown = replaceFields(
    '{{person.first_name|sailor}}, {{ site.name }} {{unknown}}',
    (name, fallback) => `[${name}:${fallback}]`,
  )
  expect(shown).toBe('[person.first_name:sailor], [site.name:] {{unknown}}')
  expect([...fieldsIn('{{event.name|it}} {{event.name}} {{site.name|us}}')]).toEqual([
    ['event.name', { hasFallback: false }],
    ['site.name', { hasFallback: true }],
  ])
})

test('a text full of braces takes linear time', () => {
  const begun = performance.now()
  for (const piece of ['{', '}', '{{', '{{a', '{{ |', '}}{{']) fieldsProblem(piece.repeat(20_000 / piece.length))
  expect(performance.now() - begun).toBeLessThan(500)
})

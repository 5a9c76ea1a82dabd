import ts from 'typescript'
import { expect, test } from 'vitest'
import { nodesOf, sourceTrees, treeOf } from '#tests/support/source-trees.ts'

/** A day in a format of the code's own; with the weekday in full it is written out, as in a heading. */
const FIXED = /\b(?:D{1,2} MMMM?|MMMM? D{1,2}|ddd D{1,2}|D{1,2}\/M{1,2})\b/

/** Where days are in no reader's format. */
const ALLOWED: Record<string, string> = {
  'server/engine/access/actor.ts': 'the default',
  'server/people/self/contract.ts': 'the choices',
  'app/shell/use-root.ts': 'the default, for visitors',
  'app/ui/since-text.ts': 'kiosks and the console, where no reader has settings',
  'app/features/operators/first-admin.tsx': 'the console, in UTC',
  'app/features/operators/site-screen.tsx': 'the console, in UTC',
  'app/features/operators/log-screen.tsx': 'the console, in UTC',
  'app/features/operators/notices-screen.tsx': 'the console, in UTC',
  'app/features/events/series-sign-up/sign-up-sheet.tsx': 'a tile of weekday and day',
  'app/features/availability/grid-screen.tsx': 'a tile of weekday and day',
  'app/features/calendar/month-grid.tsx': 'the first day of a month, in its cell',
}

const fixedIn = (tree: ts.SourceFile) =>
  [...nodesOf(tree)]
    .filter(
      (node) => ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node),
    )
    .map((node) => (node as ts.LiteralLikeNode).text)
    .filter((text) => FIXED.test(text) && !/\bdddd\b/.test(text))

/** Where the platform's own words for dates are right. */
const PLATFORM: Record<string, string> = {
  'app/ui/wall-clock.ts': 'the parts of a time, which it reads',
  'server/operators/verdicts.pure.ts': 'the console, in UTC',
}

/** Dates in the platform's words for a fixed language, which know no reader. */
const platformDatesIn = (tree: ts.SourceFile) =>
  [...nodesOf(tree)]
    .filter((node) => {
      if (ts.isNewExpression(node))
        return /^Intl\.DateTimeFormat$/.test(node.expression.getText(tree)) && isText(node.arguments?.[0])
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
      const { text: name } = node.expression.name
      const [language, options] = node.arguments
      if (/^toLocale(?:Date|Time)String$/.test(name)) return true
      return name === 'toLocaleString' && isText(language) && DATE_OPTIONS.test(options?.getText(tree) ?? '')
    })
    .map((node) => node.getText(tree))

const DATE_OPTIONS = /\b(?:weekday|day|month|year|hour|minute|dateStyle|timeStyle|timeZone)\b/
const isText = (node: ts.Node | undefined) => node !== undefined && ts.isStringLiteralLike(node)

test('no date is in the platform’s words for a fixed language', () => {
  const found = sourceTrees(['app', 'server', 'workers'], /toLocale|DateTimeFormat/)
    .filter(({ tree }) => platformDatesIn(tree).length > 0)
    .map(({ file }) => file)
  expect(found.sort()).toEqual(Object.keys(PLATFORM).sort())
})

test('a date in the platform’s words is found, and a number is not', () => {
  const of = (text: string) => platformDatesIn(treeOf('x.ts', text)).length
  expect(of("at.toLocaleDateString('en-GB')")).toBe(1)
  expect(of("at.toLocaleString('en-GB', { day: 'numeric' })")).toBe(1)
  expect(of("new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })")).toBe(1)
  expect(of("n.toLocaleString('en-GB') + price.toLocaleString('en-GB', { style: 'currency' })")).toBe(0)
  expect(of('new Intl.DateTimeFormat(locale, { timeZone })')).toBe(0)
})

test('days are in the format that their reader chose', () => {
  const found = sourceTrees(['app', 'server', 'workers'], /MMM|ddd D|D\/M/)
    .filter(({ tree }) => fixedIn(tree).length > 0)
    .map(({ file }) => file)
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort())
})

test('a day by hand is found, in quotes and between parts', () => {
  const of = (text: string) => fixedIn(treeOf('x.ts', text))
  expect(of("when.format(at, 'ddd D MMM')")).toEqual(['ddd D MMM'])
  expect(of('format(at, `D MMM YYYY, ${time}`)')).toEqual(['D MMM YYYY, '])
  expect(of("when.format(at, 'dddd D MMMM') + day.format('YYYY-MM-DD')")).toEqual([])
})

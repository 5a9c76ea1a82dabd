import { check } from 'recheck'
import ts from 'typescript'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { nodesOf, placeOf, type SourceTree, sourceTrees, treeOf } from '#tests/support/source-trees.ts'

const TREES = sourceTrees(['app', 'bin', 'server', 'workers'])

const OF_ZOD: Record<string, RegExp> = { email: z.regexes.email, date: z.regexes.date }
const ZOD_INSTANT = z.regexes.datetime({ offset: true })

type Pattern = { source: string; flags: string; places: string[] }

function patternsIn(trees: readonly SourceTree[]): Pattern[] {
  const found = new Map<string, Pattern>()
  for (const tree of trees)
    for (const node of nodesOf(tree.tree)) {
      if (!ts.isRegularExpressionLiteral(node)) continue
      const end = node.text.lastIndexOf('/')
      const pattern = found.get(node.text) ?? {
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
        places: [],
      }
      pattern.places.push(placeOf(tree, node))
      found.set(node.text, pattern)
    }
  return [...found.values()]
}

/** Patterns that are put together at run time, which cannot be checked beforehand. */
function assembledIn(trees: readonly SourceTree[]): string[] {
  return trees.flatMap((tree) =>
    [...nodesOf(tree.tree)].flatMap((node) => {
      const made = (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
      const asked =
        ts.isCallExpression(node) &&
        ts.isPropertyAccessExpression(node.expression) &&
        ['match', 'matchAll'].includes(node.expression.name.text) &&
        node.arguments.some((argument) => ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument))
      return made || asked ? [placeOf(tree, node)] : []
    }),
  )
}

/** Bounded by steps and not by the clock, so that a busy machine finds what an idle one finds. */
const UNTIMED = { timeout: null, incubationTimeout: null, attackTimeout: null, randomSeed: 1 }

/** A pattern with each class and escaped sign reduced to one letter. */
const outline = (source: string) =>
  source.replace(/\\[pP]\{[^}]*\}|\\u\{?[\dA-Fa-f]+\}?|\\./gs, 'a').replace(/\[[^\]]*\]/g, 'a')

/** Whether a pattern repeats nothing, or one sign once from the start of the text, so that it cannot backtrack. */
const isPlain = ({ source, flags }: Pattern) =>
  !/[*+{]/.test(outline(source)) ||
  (!/[gmyv]/.test(flags) && /^\^\w*(?:[*+]|\{\d+(?:,\d*)?\})\w*\$?$/.test(outline(source)))

async function objectionTo(pattern: Pattern): Promise<string | null> {
  if (isPlain(pattern)) return null
  const { source, flags, places } = pattern
  const found = await check(source, flags, UNTIMED)
  if (found.status === 'safe') return null
  const why = found.status === 'vulnerable' ? `${found.complexity.summary}: ${found.attack.pattern}` : found.error.kind
  return `/${source}/${flags} is ${why}, in ${places.join(', ')}`
}

const AT_ONCE = 4

async function objectionsTo(patterns: readonly Pattern[]): Promise<string[]> {
  const open = [...patterns]
  const objections: (string | null)[] = []
  const work = async () => {
    for (let next = open.shift(); next; next = open.shift()) objections.push(await objectionTo(next))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return objections.filter((objection) => objection !== null)
}

test('every regular expression of the code runs in linear time', async () => {
  const begun = performance.now()
  const patterns = patternsIn(TREES)
  expect(patterns.length).toBeGreaterThan(200)
  const ofZod = [...Object.values(OF_ZOD), ZOD_INSTANT].map(({ source, flags }) => ({ source, flags, places: ['zod'] }))
  expect(await objectionsTo([...patterns, ...ofZod])).toEqual([])
  console.info(`${patterns.length} patterns in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
})

test('no pattern is put together at run time, and every one used of the schema library is checked', () => {
  expect(assembledIn(TREES)).toEqual([])
  const named = TREES.flatMap(({ tree }) => [...tree.text.matchAll(/z\.regexes\.(\w+)/g)].map(([, name]) => name))
  expect(named.filter((name) => !Object.hasOwn(OF_ZOD, String(name)))).toEqual([])
})

test('the check detects a slow pattern and one that is put together', async () => {
  const made = {
    file: 'a.ts',
    tree: treeOf('a.ts', 'const slow = /^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/\nnew RegExp(name)\ntext.match("a+")'),
  }
  expect(await objectionsTo(patternsIn([made]))).toEqual([expect.stringMatching(/polynomial.*a\.ts:1$/)])
  expect(assembledIn([made])).toEqual(['a.ts:2', 'a.ts:3'])
})

test('only patterns without backtracking count as plain', () => {
  const plain = (source: string, flags = '') => isPlain({ source, flags, places: [] })
  expect(['^[a-z]+$', '^\\d{1,9}x$', '^\\w*$', 'a|[*+]|\\*', '^\\p{L}+$'].map((source) => plain(source))).toEqual(
    Array(5).fill(true),
  )
  const slow = ['a*$', '^a*b*$', '^(a|a)*$', '^(a?)+$', '^(?:a?){9}$', '[+]+$', '^a*|b*$', '^\\\\+a+$']
  expect(slow.filter((source) => plain(source))).toEqual([])
  expect(plain('^a+$', 'gm')).toBe(false)
})

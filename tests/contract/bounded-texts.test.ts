import ts from 'typescript'
import { expect, test } from 'vitest'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { nodesOf, placeOf, type SourceTree, sourceTrees, treeOf } from '#tests/support/source-trees.ts'

const TREES = sourceTrees(['app', 'bin', 'server', 'workers'])

/** Texts from trusted sources: the environment, the operator's files, the clock of development. */
const OWN_TEXTS = ['server/engine/kernel/config.ts', 'server/platform/backup.ts', 'app/web/dev-routes.ts']

/** Methods that read or transform a text, at a cost that grows with its length. */
const LOOKS = new Set(
  'max length regex refine superRefine check transform overwrite pipe normalize includes startsWith endsWith email url'.split(
    ' ',
  ),
)
/** Schemas of the library that contain a pattern. */
const FORMATS = /^z\.(?:email|url|uuid|guid|ipv4|ipv6|base64|base64url|jwt|e164|hostname|iso\.\w+)$/

type Chain = { root: ts.CallExpression; methods: string[] }

/** `a(…).b(…).c(…)` → its first call and the names of the following ones. */
function chainOf(call: ts.CallExpression): Chain {
  const methods: string[] = []
  let at: ts.CallExpression = call
  while (ts.isPropertyAccessExpression(at.expression) && ts.isCallExpression(at.expression.expression)) {
    methods.unshift(at.expression.name.text)
    at = at.expression.expression
  }
  return { root: at, methods }
}

function boundingIn(tree: ts.SourceFile): Set<string> {
  const names = new Set(['boundedText'])
  for (const node of nodesOf(tree)) {
    if (!ts.isVariableDeclaration(node) || !node.initializer || !ts.isArrowFunction(node.initializer)) continue
    const { body } = node.initializer
    if (ts.isCallExpression(body) && names.has(chainOf(body).root.expression.getText())) names.add(node.name.getText())
  }
  return names
}

const checksAnother = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) &&
  ts.isPropertyAccessExpression(node.parent.expression) &&
  node.parent.expression.name.text === 'check'

function unboundedIn(source: SourceTree): string[] {
  const { tree } = source
  const bounding = boundingIn(tree)
  const found: string[] = []
  for (const node of nodesOf(tree)) {
    if (!ts.isCallExpression(node)) continue
    const place = placeOf(source, node)
    const { root, methods } = chainOf(node)
    const first = root.expression.getText()
    const last = methods.at(-1)
    if (first === 'z.string' && last && LOOKS.has(last)) found.push(`${place} z.string().${last}`)
    else if (last === 'regex' && !bounding.has(first)) found.push(`${place} ${first}().regex`)
    else if (node === root && FORMATS.test(first) && !checksAnother(node)) found.push(`${place} ${first}`)
    const called = ts.isPropertyAccessExpression(node.expression) ? node.expression : null
    if (called?.name.text === 'regex' && !ts.isCallExpression(called.expression)) found.push(`${place} regex`)
    if (called?.name.text === 'normalize' && !source.file.endsWith('/composed-text.pure.ts'))
      found.push(`${place} normalize`)
  }
  return found
}

test('every text of a schema is bounded before anything reads it, and only bounded runs of marks are normalised', () => {
  const outside = TREES.filter(
    ({ file }) => !OWN_TEXTS.includes(file) && file !== 'server/engine/kernel/bounded-text.ts',
  )
  expect(outside.flatMap(unboundedIn)).toEqual([])
  for (const file of OWN_TEXTS)
    expect(TREES.filter((tree) => tree.file === file).flatMap(unboundedIn), file).not.toEqual([])
})

test('the check detects each way around it', () => {
  const made = (text: string) => unboundedIn({ file: 'a.ts', tree: treeOf('a.ts', text) })
  for (const text of [
    'z.string().regex(/a/)',
    "z.string({ error: 'a' }).trim().max(9)",
    'z.string().refine(valid).optional()',
    'const line = (n) => z.string(); line(2).regex(/a/)',
    'of.schema.regex(/a/)',
    'z.email()',
    'z.string().pipe(z.iso.date())',
    "name.normalize('NFC')",
  ])
    expect(made(text), text).not.toEqual([])
  expect(made('const line = (max) => boundedText({ max }); line(2).trim().regex(/a/).check(z.iso.date())')).toEqual([])
})

test('a text that is too long meets no pattern, check or transformation', () => {
  const looked: string[] = []
  const look = (text: string) => {
    looked.push(text)
    return true
  }
  const schema = boundedText({ max: 3, trim: true, tooLong: 'Too long.' })
    .regex(/^b+$/, 'Only b.')
    .refine(look)
    .transform((text) => look(text) && text)
  const said = (text: string) => schema.safeParse(text).error?.issues.map(({ message }) => message)
  expect(said('aaaa')).toEqual(['Too long.'])
  expect(said('aaa')).toEqual(['Only b.'])
  expect(looked).not.toContain('aaaa')
  expect(schema.parse(' bbb ')).toBe('bbb')
})

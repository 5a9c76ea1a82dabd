import path from 'node:path'
import postcss from 'postcss'
import ts from 'typescript'

/**
 * Lists mismatches between modules and their style sheets, one line each: classes missing in the sheet, unused classes,
 * names composed at run time, and repeated selectors (two classes may have one name).
 * @param sources texts of modules (`.ts`, `.tsx`) and sheets (`.module.css`) by path.
 */
export function findClassProblems(sources: Record<string, string>): string[] {
  const sheets = new Map<string, { defined: Set<string>; used: Set<string> }>()
  const problems: string[] = []
  for (const [file, text] of Object.entries(sources))
    if (file.endsWith('.module.css')) {
      sheets.set(file, { defined: classesOf(text), used: new Set() })
      for (const selector of repeatedSelectors(text)) problems.push(`${file}: ${selector} stands twice`)
    }
  for (const [file, text] of Object.entries(sources)) {
    if (!/\.tsx?$/.test(file) || !text.includes('.module.css')) continue
    const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    for (const { local, sheet } of importsOf(tree)) {
      const entry = sheets.get(path.posix.join(path.posix.dirname(file), sheet))
      for (const name of namesUsed(tree, local)) {
        if (name === null) problems.push(`${file}: ${local} is used for something else than to name a class`)
        else if (!entry?.defined.has(name)) problems.push(`${file}: ${sheet} has no .${name}`)
        else entry.used.add(name)
      }
    }
  }
  for (const [file, { defined, used }] of sheets)
    for (const name of defined) if (!used.has(name)) problems.push(`${file}: nothing uses .${name}`)
  return problems
}

/** The classes that a sheet defines, without those inside `:global(…)`. */
function classesOf(css: string): Set<string> {
  const names = new Set<string>()
  postcss.parse(css).walkRules(({ selector }) => {
    const own = selector.replace(/:global\([^)]*\)|\[[^\]]*\]/g, '')
    for (const [, name = ''] of own.matchAll(/\.([a-z_][\w-]*)/gi)) names.add(name)
  })
  return names
}

/** Selectors with more than one rule, outside media queries and nested rules. */
function repeatedSelectors(css: string): string[] {
  const selectors = postcss.parse(css).nodes.flatMap((node) => (node.type === 'rule' ? [node.selector] : []))
  return selectors.filter((selector, i) => selectors.indexOf(selector) < i)
}

const importsOf = (tree: ts.SourceFile): { local: string; sheet: string }[] =>
  tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const sheet = statement.moduleSpecifier.text
    const local = statement.importClause?.name?.text
    return sheet.endsWith('.module.css') && local ? { local, sheet } : []
  })

/** The classes used as `local.name` or `local['name']`; `null` for any other use of the local name. */
function namesUsed(tree: ts.SourceFile, local: string): (string | null)[] {
  const names: (string | null)[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === local && !ts.isImportClause(node.parent)) names.push(nameAt(node))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return names
}

function nameAt(node: ts.Identifier): string | null {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return parent.name.text
  if (ts.isElementAccessExpression(parent) && ts.isStringLiteral(parent.argumentExpression))
    return parent.argumentExpression.text
  return null
}

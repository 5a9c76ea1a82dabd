import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export type SourceTree = { file: string; tree: ts.SourceFile }

/** Shared by the tests of a worker. */
const trees = new Map<string, ts.SourceFile>()

function treeIn(file: string): ts.SourceFile {
  const tree = trees.get(file) ?? treeOf(file, readFileSync(file, 'utf8'))
  trees.set(file, tree)
  return tree
}

/**
 * The syntax trees of the product's own code in some folders: no tests, no generated files.
 * @param having the file's text must match this.
 */
export function sourceTrees(folders: readonly string[], having = /./): SourceTree[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.gen\.|\.d\.ts$/.test(file))
    .filter((file) => having.test(readFileSync(file, 'utf8')))
    .map((file) => ({ file, tree: treeIn(file) }))
}

export const treeOf = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const waiting = [node]
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    yield at
    const children: ts.Node[] = []
    ts.forEachChild(at, (child) => void children.push(child))
    waiting.push(...children.reverse())
  }
}

/** The place of a node as `file:line`. */
export const placeOf = ({ file, tree }: SourceTree, node: ts.Node): string =>
  `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

export type SourceTree = { file: string; tree: ts.SourceFile }

/** The syntax trees of the product's own code in some folders: no tests, no generated files. */
export function sourceTrees(folders: readonly string[]): SourceTree[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.gen\.|\.d\.ts$/.test(file))
    .map((file) => ({ file, tree: treeOf(file, readFileSync(file, 'utf8')) }))
}

export const treeOf = (file: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )

/** Each node of a tree, from the top down. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* nodesOf(child)
}

/** Where a node stands, as `file:line`. */
export const placeOf = ({ file, tree }: SourceTree, node: ts.Node): string =>
  `${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`

import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import type { ShownText } from '../texts/find-texts.ts'

/** A row of docs/glossary.md: the word, and its banned synonyms in names and texts. */
export interface GlossaryEntry {
  word: string
  notInNames: string[]
  notOnScreen: string[]
}

export interface Finding {
  banned: string
  use: string
  place: string
  found: string
}

export function readGlossary(markdown: string): GlossaryEntry[] {
  const list = (cell = '') => cell.split(',').flatMap((word) => word.trim() || [])
  return markdown
    .split('\n')
    .filter((line) => /^\| (?!word |-+ )/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, word = '', , names, screen]) => ({ word, notInNames: list(names), notOnScreen: list(screen) }))
}

export function findInNames(files: readonly string[], glossary: readonly GlossaryEntry[]): Finding[] {
  return files.flatMap((file) => {
    const names = [path.basename(file).replace(/\.tsx?$/, ''), ...exportedNames(file, readFileSync(file, 'utf8'))]
    return names.flatMap((name) => {
      const words = wordParts(name)
      return glossary.flatMap(({ word, notInNames }) =>
        notInNames
          .filter((banned) => contains(words, wordParts(banned)))
          .map((banned) => ({ banned, use: word, place: file, found: name })),
      )
    })
  })
}

export function findInTexts(texts: readonly ShownText[], glossary: readonly GlossaryEntry[]): Finding[] {
  return texts.flatMap(({ file, line, text }) => {
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
    return glossary.flatMap(({ word, notOnScreen }) =>
      notOnScreen
        .filter((banned) => contains(words, wordParts(banned)))
        .map((banned) => ({ banned, use: word, place: `${file}:${line}`, found: text })),
    )
  })
}

export function exportedNames(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  return tree.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return []
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? name.text : []))
    const { name } = statement as ts.DeclarationStatement
    return name && ts.isIdentifier(name) ? [name.text] : []
  })
}

/** Lower-case words of a name: the same for `openShiftCount`, `open-shift-count` and `OPEN_SHIFT_COUNT`. */
export const wordParts = (name: string): string[] =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+/gu) ?? []

/** Whether the words contain the others consecutively; the last may be plural. */
const contains = (words: readonly string[], wanted: readonly string[]): boolean =>
  words.some((_, at) =>
    wanted.every((word, i) => {
      const found = words[at + i]
      return found === word || (i === wanted.length - 1 && (found === `${word}s` || found === plural(word)))
    }),
  )

const plural = (word: string) => word.replace(/y$/, 'ies')

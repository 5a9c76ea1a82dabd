import { rmSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildParsingThread } from '../../../scripts/bundle/parsing-thread.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    parsingThread: string
  }
}

/** Builds the code of the parsing threads as the product does, once for each run and into a separate file. */
export default async function setup(project: TestProject) {
  const file = path.resolve('.cache', `parsing-thread-${project.name}-${process.pid}.mjs`)
  await buildParsingThread(file)
  project.provide('parsingThread', file)
  return () => rmSync(file, { force: true })
}

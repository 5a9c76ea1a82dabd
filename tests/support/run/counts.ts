import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** The counts by project, and the seconds of each file: `{ projects: { unit: { passed, failed, seconds }, … }, files }`. */
const FILE = path.resolve('.cache', 'vitest-counts.json')

/** Counts the tests of each project, which the JSON report does not separate. Failures outside of a test count too. */
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts: Record<string, { passed: number; failed: number; seconds: number }> = {}
    const files: [file: string, seconds: number][] = []
    for (const module of modules) {
      const of = counts[module.project.name] ?? { passed: 0, failed: 0, seconds: 0 }
      counts[module.project.name] = of
      const seconds = module.diagnostic().duration / 1_000
      of.seconds += seconds
      files.push([module.relativeModuleId, seconds])
      of.failed += module.errors().length
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed' || state === 'failed') of[state] += 1
      }
    }
    mkdirSync(path.dirname(FILE), { recursive: true })
    writeFileSync(FILE, JSON.stringify({ projects: counts, files }))
  }
}

import type { Issues } from '#server/engine/kernel/errors.ts'

/** Adds a message under a field. Defines instead of assigning, so that a field `__proto__` is safe. */
export function addIssue(issues: Issues, name: string, message: string): void {
  const before = Object.hasOwn(issues, name) ? (issues[name] ?? []) : []
  if (before.includes(message)) return
  Object.defineProperty(issues, name, {
    value: [...before, message],
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

export const hasIssues = (issues: Issues) => Object.keys(issues).length > 0

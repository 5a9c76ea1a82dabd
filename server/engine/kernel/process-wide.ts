/**
 * A value of the whole process. Pages and programs are built apart, so that each has its own copy of a module, and of what the module holds: what
 * one declares the other must read.
 */
export function processWide<T>(name: string): { get(): T | undefined; set(value: T): void } {
  const values = globalThis as { [name: symbol]: T | undefined }
  const key = Symbol.for(`watchbill.${name}`)
  return {
    get: () => values[key],
    set: (value) => {
      values[key] = value
    },
  }
}

/** A value of the whole process, shared by the bundles of pages and server, which each have a copy of every module. */
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

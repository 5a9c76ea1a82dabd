import { UNTITLED_EVENT } from './event.pure.ts'

/** SQL of `eventName`. @param names columns: the first name that is not empty counts. */
export const eventNameSql = (...names: string[]): string =>
  `coalesce(${names.map((name) => `nullif(${name}, '')`).join(', ')}, '${UNTITLED_EVENT}')`

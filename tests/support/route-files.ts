import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Lists the files of all routes, pages and calls of the API: `app/features/news/routes/news.($pk).tsx`. */
export const routeFiles = (): string[] =>
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)routes\/[^/]+\.tsx?$/.test(file))
    .map((file) => `app/${file}`)

/** `app/features/news/routes/news.($pk).tsx` → `news.($pk)`. */
export const routeName = (file: string): string => path.basename(file).replace(/\.tsx?$/, '')

export const byRouteName = <T>(files: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(files).map(([file, value]) => [routeName(file), value]))

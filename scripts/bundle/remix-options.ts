import type { Plugin } from 'vite'

type Syntax = { type: string; start: number; end: number } & Record<string, unknown>

type Constants = {
  reads?: Readonly<Record<string, string>>
  /** Variables and their values where they decide something: in a condition, as an operand of `&&`, `||` or `!`. */
  tests?: Readonly<Record<string, string>>
}

const NONE = '(void 0)'

/** Constant in the browser with this product's options. No page exports the names that `OWN_CODE` refuses. */
const CONSTANTS: readonly (Constants & { file: RegExp })[] = [
  {
    file: /\/@remix-run\/react\/dist\/esm\/[\w-]+\.js$/,
    reads: {
      'window.__remixContext.future.v3_singleFetch': 'false',
      'future.v3_singleFetch': 'false',
      'future.v3_lazyRouteDiscovery': 'false',
      'isFogOfWarEnabled(future, isSpaMode)': 'false',
      'window.__remixContext.isSpaMode': 'false',
      '__remixContext.a': 'false',
      'routeModule.clientLoader': NONE,
      'routeModule.clientAction': NONE,
      'routeModule.HydrateFallback': NONE,
      'route.HydrateFallback': NONE,
      'mod.clientLoader': NONE,
      'mod.clientAction': NONE,
      'route.hasClientLoader': 'false',
      'route.hasClientAction': 'false',
      'isDeferredResponse(result)': 'false',
      'isDeferredData(result)': 'false',
      'route.id === "root" ? RemixRootDefaultHydrateFallback : undefined': NONE,
    },
    tests: {
      isSpaMode: 'false',
      isStatic: 'false',
      staticContext: 'false',
      activeDeferreds: 'false',
      enableFogOfWar: 'false',
      criticalCss: 'false',
      needsRevalidation: 'false',
    },
  },
  {
    file: /\/@remix-run\/router\/dist\/router\.js$/,
    reads: {
      'future.v7_fetcherPersist': 'true',
      'future.v7_normalizeFormMethod': 'true',
      'future.v7_partialHydration': 'true',
      'future.v7_prependBasename': 'true',
      'future.v7_relativeSplatPath': 'true',
      'future.v7_skipActionErrorRevalidation': 'false',
      'init.patchRoutesOnNavigation': NONE,
      'init.dataStrategy': NONE,
      'init.detectErrorBoundary': NONE,
      'fogOfWar.active': 'false',
      'isDeferredResult(result)': 'false',
      'isDeferredResult(actionResult)': 'false',
      'isDeferredData(result)': 'false',
    },
    tests: { patchRoutesOnNavigationImpl: 'false', isFogOfWar: 'false' },
  },
  {
    file: /\/react-router-dom\/dist\/index\.js$/,
    reads: { '!viewTransitionOpts || isViewTransitionUnavailable': 'true' },
  },
]

const OWN_CODE = /\/app\/.*\.tsx?$/
const UNUSED = /\b(?:clientLoader|clientAction|HydrateFallback|viewTransition)\b|\bdefer\(/

type Options = Partial<
  Record<'v3_singleFetch' | 'v3_lazyRouteDiscovery' | 'v3_fetcherPersist' | 'v3_relativeSplatPath', boolean>
>

/**
 * Removes code of Remix and its router for options that are off or exports that no page has: loaders in the browser,
 * deferred data, pages of one document. Replaces conditions by constants, so that the bundler drops dead branches.
 * @throws Error (the build stops) when an option has another value, or a page exports a removed feature.
 */
export function leaveOutUnusedRemix(options: Options): Plugin {
  if (
    options.v3_singleFetch ||
    options.v3_lazyRouteDiscovery ||
    !options.v3_fetcherPersist ||
    !options.v3_relativeSplatPath
  )
    throw new Error('scripts/bundle/remix-options.ts states other options of Remix.')
  return {
    name: 'watchbill:leave-out-unused-remix',
    apply: 'build',
    transform(code, id) {
      if (this.environment.name === 'ssr') return null
      const [file = ''] = id.split('?')
      if (OWN_CODE.test(file) && !file.includes('/node_modules/') && UNUSED.test(code))
        this.error(`${file} uses a part of Remix that scripts/bundle/remix-options.ts leaves out of the browser.`)
      const constants = CONSTANTS.find(({ file: of }) => of.test(file))
      return constants ? { code: withConstants(code, this.parse(code), constants), map: null } : null
    },
  }
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string'

/** Writes the constants into the code. @param syntax that of `code`. */
export function withConstants(code: string, syntax: unknown, { reads = {}, tests = {} }: Constants): string {
  const changes: { start: number; end: number; text: string }[] = []
  const visit = (node: unknown, decides: boolean) => {
    if (Array.isArray(node)) for (const part of node) visit(part, false)
    if (!isSyntax(node)) return
    const text = code.slice(node.start, node.end)
    const isRead = /^(?:Member|Call|Logical|Conditional)Expression$/.test(node.type)
    const constant = isRead ? own(reads, text) : decides && node.type === 'Identifier' ? own(tests, text) : undefined
    if (constant !== undefined) {
      changes.push({ start: node.start, end: node.end, text: constant })
      return
    }
    for (const [name, part] of Object.entries(node)) {
      if (node.type === 'AssignmentExpression' && name === 'left') continue
      visit(
        part,
        name === 'test' || node.type === 'LogicalExpression' || (node.type === 'UnaryExpression' && text[0] === '!'),
      )
    }
  }
  visit(syntax, false)
  changes.sort((a, b) => a.start - b.start)
  let at = 0
  let changed = ''
  for (const { start, end, text } of changes) {
    changed += code.slice(at, start) + text
    at = end
  }
  return changed + code.slice(at)
}

const own = (constants: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(constants, name) ? constants[name] : undefined

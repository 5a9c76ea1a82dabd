import type { Ctx } from '#server/engine/access/context.ts'
import { together } from '#server/engine/kernel/together.ts'
import { shownColumns } from '../collections/columns.tsx'
import { parseIds, splitCondition } from '../collections/conditions.ts'
import { chunkOffset, engineQuery, matchesQuery, readQuery } from '../collections/list-query.ts'
import type { ListData, ListQuery, ListRecord, ListView, SavedView } from '../collections/list-view.ts'
import { idFrom } from './parse.ts'
import { type ScreenRequest, screen } from './screen.ts'

type Extras = (ctx: Ctx, ids: readonly number[], engine: Engine) => Promise<Record<number, unknown>>

/**
 * Loads a generic admin list: one page, and the open record of the URL.
 * @param of the relation whose record the URL names; the list then contains only its records.
 */
export const listPage = (view: ListView, extras: Extras = async () => ({}), of?: string) =>
  screen<ListData>({
    requires: 'admin',
    load: async (ctx, { params, url, app }) => {
      const engine = app.collections
      const name = view.collection
      const withVersions = view.stagedAt !== undefined
      const whole = engine.plain(name)
      const asked = readQuery(view, whole, url.searchParams)
      const now = ctx.clock.now().toISOString()
      const from = chunkOffset(asked, url.searchParams)
      const expand = expandOf(view, whole.fields, asked)
      const fixed = of === undefined ? {} : { [of]: String(idFrom(params.pk)) }
      const pk = (of === undefined ? params.pk : undefined) ?? url.searchParams.get('open') ?? undefined
      const id = pk === undefined ? null : idFrom(pk)
      const { contract, owner, page, open, saved } = await together({
        contract: withoutUnusedRole(ctx, engine, whole, url.searchParams),
        owner: of === undefined ? null : ownerOf(ctx, engine, whole.fields, of, idFrom(params.pk)),
        page: engine.readPage<ListRecord>(
          ctx,
          name,
          { ...engineQuery({ ...view, expand }, asked, now, from), ...fixed },
          { withVersions },
        ),
        open: id === null ? null : engine.readOne<ListRecord>(ctx, name, id, { withVersions }),
        saved: savedViews(ctx, engine, view.savedAs ?? name),
      })
      const query = readQuery(view, contract, url.searchParams)
      const listed = page.rows.map((row) => row.id)
      const ids = open && !listed.includes(open.id) ? [...listed, open.id] : listed
      const more = await together({
        extras: extras(ctx, ids, engine),
        displayNames: contract.label === null ? engine.displayNames(ctx, name, ids) : {},
        labels: labelsOf(ctx, engine, contract.fields, query, open),
      })
      return {
        ...more,
        contract,
        count: page.count,
        from,
        rows: page.rows,
        related: page.related,
        query,
        matches: { ...matchesQuery(view, query, now), ...fixed },
        open: open ?? (url.searchParams.has('add') ? 'new' : null),
        saved,
        ...(owner && { owner }),
      }
    },
  })

type Engine = ScreenRequest['app']['collections']
type Plain = ReturnType<Engine['plain']>
type Fields = Plain['fields']

/**
 * Drops the field for a role where the club has none: its list, form and filters then leave the role out. An address
 * that filters by a role keeps it, since its list must not become that of all records.
 */
async function withoutUnusedRole(ctx: Ctx, engine: Engine, contract: Plain, search: URLSearchParams): Promise<Plain> {
  const isRole = ({ to }: Fields[string]) => to === 'roles'
  const names = Object.entries(contract.fields).flatMap(([name, field]) => (isRole(field) ? [name] : []))
  const asked = [...search.keys()].map((name) => splitCondition(name).path)
  if (names.every((name) => asked.includes(name))) return contract
  const { count } = await engine.readPage(ctx, 'roles', { limit: '1' })
  if (count > 0) return contract
  const fields = Object.entries(contract.fields).filter(([, field]) => !isRole(field))
  return { ...contract, fields: Object.fromEntries(fields) }
}

/** Finds the record that the list belongs to. @throws DomainError 'not_found'. */
async function ownerOf(ctx: Ctx, engine: Engine, fields: Fields, relation: string, id: number) {
  const to = fields[relation]?.to ?? ''
  const record = await engine.readOne(ctx, to, id)
  const { label, singular } = engine.plain(to)
  return { id, name: String(record[label ?? ''] || `Untitled ${singular}`) }
}

function expandOf(view: ListView, fields: Fields, query: ListQuery): string {
  const chosen = shownColumns(view, { fields }, query.columns).flatMap(({ key }) =>
    fields[key]?.kind === 'relation' ? key : [],
  )
  return [...new Set([...(view.expand?.split(',') ?? []), ...chosen])].join(',')
}

async function labelsOf(
  ctx: Ctx,
  engine: Engine,
  fields: Fields,
  query: Pick<ListQuery, 'filters'>,
  open: ListRecord | null,
) {
  const wanted = new Map<string, Set<number>>()
  const want = (key: string, ids: readonly unknown[]) => {
    const to = fields[key]?.to
    if (!to) return
    const set = wanted.get(to) ?? new Set()
    for (const id of ids) if (typeof id === 'number') set.add(id)
    wanted.set(to, set)
  }
  for (const [name, value] of Object.entries(query.filters)) want(splitCondition(name).path, parseIds(value))
  for (const [key, value] of Object.entries(open ?? {})) want(key, Array.isArray(value) ? value : [value])
  const labels = [...wanted].map(async ([to, ids]) => {
    const options = ids.size ? await engine.options(ctx, to, { selected: [...ids], limit: 0 }) : []
    return [to, Object.fromEntries(options.map(({ id, label }) => [id, label]))] as const
  })
  return Object.fromEntries(await Promise.all(labels)) as ListData['labels']
}

/** Reads an admin's saved views of the list and the shared ones. @param list the key under which they are stored. */
async function savedViews(ctx: Ctx, engine: Engine, list: string): Promise<SavedView[]> {
  const { rows } = await engine.readPage<SavedView>(ctx, 'savedviews', { collection__eq: list, limit: '-1' })
  return rows
}

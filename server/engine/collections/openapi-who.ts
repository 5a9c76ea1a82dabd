import { areaOf } from '#server/engine/access/areas.ts'
import type { AllowedFields, Declaration } from './define.ts'

const named = (allowed: AllowedFields<string>) => (allowed === 'all' ? 'every field' : allowed.join(', '))

/** Scopes for reading and writing a collection; null where no key may. */
export const keyScopes = ({ contract: { name }, reveals }: Declaration) => ({
  read: [`${areaOf(name)}:read`],
  write: reveals.length ? null : [`${areaOf(name)}:write`],
})

export function describeAccess(declaration: Declaration) {
  const { admin, user, reveals, notForKeys } = declaration
  const scopes = keyScopes(declaration)
  const ADMINS = `Admins, and API keys with ${scopes.read}.`
  const WRITERS = `Admins, and API keys with ${scopes.write}${notForKeys.length ? ` (but for ${notForKeys.join(', ')})` : ''}.`
  const { read, create, update, remove } = user
  const ownFields = read?.own ? `, and of their own ${named(read.own.fields)}` : ''
  const makers = reveals.length ? 'Admins in person.' : WRITERS
  return {
    read: read
      ? `${ADMINS} Members read ${named(read.fields)}${read.rows ? ' where they may see the record' : ''}${ownFields}.`
      : ADMINS,
    create: create ? `${makers} Members give ${named(create)}.` : makers,
    update: update ? `${makers} Members change ${named(update.fields)}${update.rows ? ' of their own' : ''}.` : makers,
    remove: remove ? `${makers} Members remove their own.` : makers,
    export: admin.read ? ADMINS : '',
    bulk: makers,
  }
}

import type { Standing as ActorStanding } from '#server/engine/access/actor.ts'
import type { AllowedFields, Declaration } from './define.ts'

/** A role's right on a field. `own`: on the person's own rows; `some`: on the visible rows. */
export type Right = 'all' | 'some' | 'own' | 'none'

export type PermissionRow = {
  collection: string
  field: string
  standing: Exclude<ActorStanding, 'system'> | 'key (read)'
  read: Right
  create: boolean
  update: boolean
}

const may = (allowed: AllowedFields<string> | null | undefined, field: string) =>
  allowed === 'all' || (allowed ?? []).includes(field)

/** Lists the rights of each role on every field. A contract test compares it with the API. */
export function permissionTable(declarations: readonly Declaration[]): PermissionRow[] {
  return declarations.flatMap(({ contract, admin, user, reveals, notForKeys }) => {
    const closedToKeys = (field: string) => reveals.length > 0 || notForKeys.includes(field)
    return Object.entries(contract.fields).flatMap(([field, { readOnly }]): PermissionRow[] => {
      const row = { collection: contract.name, field }
      const none = { read: 'none', create: false, update: false } as const
      const create = (allowed: AllowedFields<string> | null) => !readOnly && may(allowed, field)
      const asAdmin = {
        read: admin.read?.rows ? 'some' : 'all',
        create: create(admin.create),
        update: create(admin.update?.fields ?? null),
      } as const
      const asMember = {
        read: may(user.read?.fields, field)
          ? user.read?.rows
            ? 'some'
            : 'all'
          : may(user.read?.own?.fields, field)
            ? 'own'
            : 'none',
        create: create(user.create),
        update: create(user.update?.fields ?? null),
      } as const
      return [
        { ...row, standing: 'admin', ...asAdmin },
        { ...row, standing: 'user', ...asMember },
        // A key of all areas; it cannot create records with secrets.
        { ...row, standing: 'key', ...asAdmin, ...(closedToKeys(field) && { create: false, update: false }) },
        { ...row, standing: 'key (read)', ...asAdmin, create: false, update: false },
        { ...row, standing: 'kiosk', ...none },
        { ...row, standing: 'nobody', ...none },
      ]
    })
  })
}

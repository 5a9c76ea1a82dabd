import type { SiteLine } from '#server/operators/contract.ts'

/** A site of the list, with where it answers. */
export type Site = SiteLine & { address: string }

/** What may be done about a site. */
export const verb = ({ status }: Pick<Site, 'status'>) => (status === 'active' ? 'Suspend' : 'Resume')

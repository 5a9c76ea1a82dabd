import type { SiteLine } from '#server/operators/contract.ts'

/** A site of the list, with the host of its pages. */
export type Site = SiteLine & { host: string }

/** Names the action that changes a site's status. */
export const changeLabel = ({ status }: Pick<Site, 'status'>) => (status === 'active' ? 'Suspend' : 'Resume')

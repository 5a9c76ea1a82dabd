import type { SiteLine } from '#server/operators/contract.ts'

export type Site = SiteLine & { host: string }

export const changeLabel = ({ status }: Pick<Site, 'status'>) => (status === 'active' ? 'Suspend' : 'Resume')

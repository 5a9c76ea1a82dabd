import { collectionApi } from '../http/collection-api.ts'

export const loader = collectionApi(() => [])
export const action = loader

import { collectionApi } from '../http/collection-api.ts'

export const loader = collectionApi(({ id }) => [id ?? ''])
export const action = loader

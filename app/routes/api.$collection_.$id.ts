import { getRecord, removeRecord } from '../http/collections.ts'

export const loader = getRecord
export const action = removeRecord

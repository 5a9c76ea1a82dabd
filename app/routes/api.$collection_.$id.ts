import { calls } from '../http/calls.ts'
import { getRecord, removeRecord, updateRecord } from '../http/collections.ts'

export const loader = getRecord
export const action = calls(updateRecord, removeRecord)

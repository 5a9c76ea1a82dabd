import { calls } from '../http/calls.ts'
import { createRecords, listRecords, updateRecords } from '../http/collections.ts'

export const loader = listRecords
export const action = calls(createRecords, updateRecords)

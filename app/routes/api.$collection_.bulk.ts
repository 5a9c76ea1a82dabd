export { changeManyRecords as action } from '../http/collections.ts'

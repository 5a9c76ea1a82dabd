export { undoRemoval as action } from '../http/collections.ts'

export { exportRecords as loader } from '../http/collections.ts'

export { openApi as loader } from '../http/collection-api.ts'
